/// A voice of the owner's own.
extension OpenAPI {
    private static func voice(_ description: String) -> String {
        """
        {
            "description": "\(description)",
            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Voice"}}}
        }
        """
    }

    private static func refusal(_ description: String) -> String {
        """
        {
            "description": "\(description)",
            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
        }
        """
    }

    private static let noVoice = """
        device-id or user-id is not the token's (wrong_device), the plan has no voice (plan), or this gateway makes none \
        (voices_off). It is no reason to sign out.
        """
    private static let conflict = """
        The account has a voice (voice_taken), the same request is being carried out (voice_at_work), or the voice was \
        deleted while it was made (voice_deleted).
        """
    private static let key = """
        {
            "name": "Idempotency-Key", "in": "header", "required": true,
            "schema": {"type": "string", "pattern": "^[!-~]{1,128}$"}, "description": "The same key makes the same voice."
        }
        """

    static let voices = Part(
        paths: [
            "/mobile/speech": """
            {
                "post": {
                    "operationId": "speak", "tags": ["voice"], "summary": "A fixed text as sound",
                    "description": "The same text in the same voice is made once a day. It costs no minutes, but at least one must be left. At most 20 an hour.",
                    "security": [{"bearer": []}], "parameters": [\(caller)],
                    "requestBody": {
                        "required": true,
                        "content": {
                            "application/json": {
                                "schema": {
                                    "type": "object", "required": ["text", "voice", "language"],
                                    "properties": {
                                        "text": {"type": "string", "minLength": 1, "maxLength": 1000},
                                        "voice": {"type": "string", "minLength": 1, "maxLength": 128, "description": "alloy, ash, ballad, cedar, coral, echo, marin, sage, shimmer, verse, or the voice_id of the owner's own."},
                                        "language": {"type": "string", "minLength": 1, "maxLength": 35, "pattern": "^[A-Za-z0-9-]+$", "description": "A tag of BCP 47."},
                                        "instructions": {"type": "string", "maxLength": 500, "description": "How it is to be said."}
                                    }
                                }
                            }
                        }
                    },
                    "responses": {
                        "200": {
                            "description": "At most three minutes, one channel, as Opus in Ogg. With Accept: audio/wav, or if the gateway has no libopus, as WAV: 16-bit PCM, 24 kHz.",
                            "headers": {
                                "X-Request-Id": {"$ref": "#/components/headers/RequestID"},
                                "Anicca-Transcript-Match": {
                                    "required": true, "schema": {"enum": ["exact", "loose", "unchecked"]},
                                    "description": "How the transcript compares: letter by letter, word for word, or not at all, because an owner's own voice is no voice model and gives none."
                                }
                            },
                            "content": {
                                "audio/ogg": {"schema": {"type": "string", "format": "binary"}},
                                "audio/wav": {"schema": {"type": "string", "format": "binary"}}
                            }
                        },
                        "404": \(refusal("The voice is none of this owner's, is not ready, or was deleted.")),
                        "422": \(refusal("The provider did not say the text word for word, three times over (reworded).")),
                        \(refusals(400, 401, 402, 403, 413, 415, 429, 500, 502, 503))
                    }
                }
            }
            """,
            "/mobile/voice": """
            {
                "post": {
                    "operationId": "makeVoice", "tags": ["voice"], "summary": "Has a voice made of the owner's recording",
                    "description": "At most 4 MiB. The recordings are never on a disk of the gateway; of the consent it keeps the text, the time and the recording's SHA-256.",
                    "security": [{"bearer": []}], "parameters": [\(key), \(caller)],
                    "requestBody": {
                        "required": true,
                        "content": {
                            "multipart/form-data": {
                                "schema": {
                                    "type": "object", "required": ["recording", "consent", "consent_text", "name"],
                                    "properties": {
                                        "recording": {"type": "string", "format": "binary", "description": "WAV (16-bit PCM) or Opus in Ogg, 1 to 30 s."},
                                        "consent": {"type": "string", "format": "binary", "description": "The consent, spoken: WAV, 16-bit PCM, 0.5 to 30 s."},
                                        "consent_text": {"type": "string", "minLength": 1, "maxLength": 500, "description": "What was agreed to."},
                                        "name": {"type": "string", "minLength": 1, "maxLength": 64, "description": "The owner's name for it. The provider is not told."}
                                    }
                                }
                            }
                        }
                    },
                    "responses": {
                        "201": \(voice("It is made, now or by the same request before.")),
                        "403": \(refusal(noVoice)), "409": \(refusal(conflict)),
                        "422": \(refusal("The provider does not take this recording.")),
                        \(refusals(400, 401, 413, 415, 429, 500, 502, 503))
                    }
                },
                "get": {
                    "operationId": "voices", "tags": ["voice"], "summary": "The owner's voices, and those that are being deleted",
                    "security": [{"bearer": []}], "parameters": [\(caller)],
                    "responses": {
                        "200": {
                            "description": "A deletion is shown until the provider has confirmed it.",
                            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}},
                            "content": {
                                "application/json": {
                                    "schema": {
                                        "type": "object", "required": ["voices"],
                                        "properties": {"voices": {"type": "array", "items": {"$ref": "#/components/schemas/Voice"}}}
                                    }
                                }
                            }
                        },
                        \(refusals(401, 403, 429, 500, 503))
                    }
                }
            }
            """,
            "/mobile/voice/{id}": """
            {
                "delete": {
                    "operationId": "deleteVoice", "tags": ["voice"], "summary": "Deletes a voice, here and at the provider",
                    "security": [{"bearer": []}],
                    "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}, \(caller)],
                    "responses": {
                        "202": {
                            "description": "It is good for nothing from now on. The provider is asked until it confirms.",
                            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}},
                            "content": {
                                "application/json": {
                                    "schema": {
                                        "type": "object", "required": ["voice_id", "state"],
                                        "properties": {"voice_id": {"type": "string"}, "state": {"const": "deleting"}}
                                    }
                                }
                            }
                        },
                        "204": {
                            "description": "The provider has confirmed that it is gone.",
                            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}}
                        },
                        "404": \(refusal("It was never this owner's.")),
                        \(refusals(401, 403, 429, 500, 503))
                    }
                }
            }
            """,
        ],
        schemas: """
            "Voice": {
                "type": "object", "required": ["voice_id", "state", "name", "created_at"],
                "properties": {
                    "voice_id": {"type": "string", "minLength": 1},
                    "state": {"enum": ["creating", "ready", "deleting"]},
                    "name": {"type": "string"}, "created_at": {"type": "integer", "description": "Seconds since 1970."}
                }
            }
            """)
}
