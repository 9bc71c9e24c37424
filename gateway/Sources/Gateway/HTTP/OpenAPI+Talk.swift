/// Minutes and conversations.
extension OpenAPI {
    /// What `POST` and `GET` take in headers.
    private static func opening(isKeyRequired: Bool) -> String {
        """
        \(caller),
        {
            "name": "Idempotency-Key", "in": "header", "required": \(isKeyRequired),
            "schema": {"type": "string", "pattern": "^[!-~]{1,128}$"},
            "description": "The same for the same start: a retry opens no second session."
        },
        {
            "name": "Anicca-Habit", "in": "header", "schema": {"type": "string", "pattern": "^[!-~]{1,64}$"},
            "description": "The habit that it is about."
        },
        {
            "name": "Anicca-Phase", "in": "header", "schema": {"enum": ["prepare", "talk"]},
            "description": "prepare: nobody has answered yet, and nothing is counted."
        },
        {
            "name": "Anicca-Resume", "in": "header", "schema": {"type": "string", "pattern": "^[!-~]{1,64}$"},
            "description": "The session that goes on."
        },
        {
            "name": "Anicca-Start", "in": "header",
            "schema": {"type": "string", "pattern": "^[0-9a-f]{1,16}-[0-9]{1,15}$"},
            "description": "A random name of the time for which the caller's program runs, and a number that grows with each request for a call in it, a retry too: what arrives after a later one is refused."
        }
        """
    }

    private static func tells(_ session: String) -> String {
        """
        "links": {
            "sync": {"operationId": "sync", "requestBody": {"session_id": "\(session)", "phase": "talk"}},
            "stop": {"operationId": "stop", "requestBody": {"session_id": "\(session)"}}
        }
        """
    }

    private static let secret = """
        "200": {
            "description": "A secret with which the caller connects to the provider by itself.",
            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/SecretSession"}}},
            \(tells("$response.body#/session_id"))
        }
        """

    private static let call = """
        "201": {
            "description": "The provider's SDP answer.",
            "headers": {
                "X-Request-Id": {"$ref": "#/components/headers/RequestID"},
                "Anicca-Session": {"required": true, "schema": {"type": "string", "minLength": 1}, "description": "The session's id."},
                "Anicca-Lease-Until": {
                    "required": true, "schema": {"type": "integer", "minimum": 1}, "description": "Seconds since 1970: sync before it."
                },
                "Anicca-Remaining": {
                    "required": true, "schema": {"type": "integer", "minimum": 0}, "description": "Seconds that are left."
                }
            },
            "content": {"application/sdp": {"schema": {"type": "string"}}},
            \(tells("$response.header.Anicca-Session"))
        }
        """

    /// A refusal that comes with one of the session's schemas.
    private static func session(_ status: Int, _ about: String, _ schema: String = "Error") -> String {
        """
        "\(status)": {
            "description": "\(about)",
            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/\(schema)"}}}
        }
        """
    }

    private static let notResumed = """
        \(session(404, "Anicca-Resume names none of this speaker's sessions.")),
        \(session(409, "The session that the key or Anicca-Resume names is over.", "EndError")),
        \(session(410, "It came late: the speaker has begun again since, and this one has cost nothing.", "EndError"))
        """

    static let talk = Part(
        paths: [
            "/mobile/entitlement": """
            {
                "get": {
                    "operationId": "entitlement", "tags": ["talk"], "summary": "The plan and its minutes", "security": [{"bearer": []}],
                    "parameters": [\(caller)],
                    "responses": {
                        "200": {
                            "description": "The minutes.",
                            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}},
                            "content": {
                                "application/json": {
                                    "schema": {
                                        "type": "object", "required": ["entitlement"],
                                        "properties": {
                                            "entitlement": {"$ref": "#/components/schemas/Entitlement"},
                                            "early_within_seconds": {
                                                "type": "integer", "minimum": 0, "maximum": 60,
                                                "description": "Within how many seconds after an alarm has begun a talk may be prepared. Without it: not at all."
                                            },
                                            "can_talk": {
                                                "type": "boolean",
                                                "description": "false: nobody can talk, for want of a key that the provider takes. Else it is left out."
                                            }
                                        }
                                    }
                                }
                            }
                        },
                        \(refusals(401, 403, 429, 500, 503))
                    }
                }
            }
            """,
            "/mobile/realtime/session": """
            {
                "post": {
                    "operationId": "open", "tags": ["talk"],
                    "summary": "Opens a conversation: by SDP through the gateway, or with a secret for the provider",
                    "security": [{"bearer": []}],
                    "parameters": [\(opening(isKeyRequired: true))],
                    "requestBody": {
                        "content": {
                            "application/sdp": {
                                "schema": {"type": "string", "pattern": "^v=0", "maxLength": 262144}, "example": "v=0\\r\\ns=offer\\r\\n"
                            },
                            "application/json": {
                                "schema": {"type": "object", "description": "What is in it is not looked at; it may be left out."},
                                "example": {}
                            }
                        }
                    },
                    "responses": {\(secret), \(call), \(notResumed), \(refusals(400, 401, 402, 403, 413, 415, 429, 500, 502, 503))}
                },
                "get": {
                    "operationId": "openWithSecret", "tags": ["talk"], "summary": "The same with a secret, for older apps",
                    "security": [{"bearer": []}],
                    "parameters": [\(opening(isKeyRequired: false))],
                    "responses": {\(secret), \(notResumed), \(refusals(400, 401, 402, 403, 429, 500, 502, 503))}
                }
            }
            """,
            "/mobile/realtime/session/sync": """
            {
                "post": {
                    "operationId": "sync", "tags": ["talk"], "summary": "Renews the lease, every five minutes at least",
                    "security": [{"bearer": []}], "parameters": [\(caller)],
                    "requestBody": {
                        "required": true,
                        "content": {
                            "application/json": {
                                "schema": {"$ref": "#/components/schemas/Sync"},
                                "example": {"session_id": "ses_0c7d1", "phase": "talk"}
                            }
                        }
                    },
                    "responses": {
                        "200": {
                            "description": "It goes on.",
                            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}},
                            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Lease"}}}
                        },
                        \(session(404, "It was never this speaker's.")),
                        \(session(410, "It is over.", "EndError")),
                        \(refusals(400, 401, 402, 403, 413, 415, 429, 500, 503))
                    }
                }
            }
            """,
            "/mobile/realtime/session/stop": """
            {
                "post": {
                    "operationId": "stop", "tags": ["talk"], "summary": "Ends it; every later stop is answered like the first",
                    "security": [{"bearer": []}], "parameters": [\(caller)],
                    "requestBody": {
                        "required": true,
                        "content": {
                            "application/json": {
                                "schema": {
                                    "type": "object", "required": ["session_id"],
                                    "properties": {"session_id": {"type": "string", "minLength": 1, "maxLength": 64}}
                                },
                                "example": {"session_id": "ses_0c7d1"}
                            }
                        }
                    },
                    "responses": {
                        "200": {
                            "description": "It is over, and this is what it cost.",
                            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}},
                            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/End"}}}
                        },
                        \(session(404, "It was never this speaker's.")),
                        \(refusals(400, 401, 403, 413, 415, 429, 500, 503))
                    }
                }
            }
            """,
        ],
        schemas: """
            "Entitlement": {
                "type": "object",
                "required": [
                    "plan", "status", "monthly_usage_limit", "monthly_usage_remaining", "monthly_usage_count", "period_ends_at",
                    "packs_remaining", "held"
                ],
                "properties": {
                    "plan": {"enum": ["free", "pro", "owner"]},
                    "status": {"enum": ["active", "grace"]},
                    "monthly_usage_limit": {"type": "integer", "minimum": 0, "description": "Minutes."},
                    "monthly_usage_remaining": {"type": "integer", "minimum": 0},
                    "monthly_usage_count": {"type": "integer", "minimum": 0},
                    "period_ends_at": {"type": "integer", "description": "Seconds since 1970; the month is the owner's."},
                    "packs_remaining": {"type": "integer", "minimum": 0, "description": "Minutes that do not end with the month."},
                    "held": {"type": "integer", "minimum": 0, "description": "Minutes lent to conversations that are open."},
                    "plan_ends_at": {"type": "integer", "description": "Seconds since 1970; only of a plan that has an end."}
                }
            },
            "SecretSession": {
                "allOf": [{"$ref": "#/components/schemas/Lease"}],
                "type": "object", "required": ["client_secret", "session_id"],
                "properties": {
                    "client_secret": {
                        "type": "object", "required": ["value", "expires_at"],
                        "properties": {"value": {"type": "string", "minLength": 1}, "expires_at": {"type": "integer"}}
                    },
                    "session_id": {"type": "string", "minLength": 1}
                }
            },
            "Sync": {
                "type": "object", "required": ["session_id"],
                "properties": {
                    "session_id": {"type": "string", "minLength": 1, "maxLength": 64},
                    "phase": {"enum": ["prepare", "talk", null], "description": "talk: somebody has answered."},
                    "call_id": {
                        "type": ["string", "null"], "pattern": "^[A-Za-z0-9_-]{1,128}$",
                        "description": "The provider's id, if the caller connected by itself."
                    }
                }
            },
            "Lease": {
                "type": "object", "required": ["lease_until", "remaining_seconds", "entitlement"],
                "properties": {
                    "lease_until": {"type": "integer", "description": "Seconds since 1970: sync before it."},
                    "remaining_seconds": {"type": "integer", "minimum": 0},
                    "entitlement": {"$ref": "#/components/schemas/Entitlement"}
                }
            },
            "End": {
                "type": "object", "required": ["minutes", "entitlement"],
                "properties": {
                    "minutes": {"type": "integer", "minimum": 0, "description": "What it cost, rounded up once."},
                    "entitlement": {"$ref": "#/components/schemas/Entitlement"}
                }
            },
            "EndError": {"allOf": [{"$ref": "#/components/schemas/Error"}, {"$ref": "#/components/schemas/End"}]},
            "QuotaError": {
                "allOf": [{"$ref": "#/components/schemas/Error"}],
                "type": "object", "required": ["entitlement"],
                "properties": {"entitlement": {"$ref": "#/components/schemas/Entitlement"}}
            }
            """)
}
