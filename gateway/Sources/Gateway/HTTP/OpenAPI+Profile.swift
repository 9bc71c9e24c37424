/// What a speaker tells of its owner.
extension OpenAPI {
    private static let profileAnswer = """
        "200": {
            "description": "The profile that is kept.",
            "headers": {
                "X-Request-Id": {"$ref": "#/components/headers/RequestID"}, "ETag": {"$ref": "#/components/headers/ETag"}
            },
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/StoredProfile"}}}
        }
        """

    static let profile = Part(
        paths: [
            "/mobile/profile": """
            {
                "get": {
                    "operationId": "profile", "tags": ["profile"], "summary": "The owner's profile", "security": [{"bearer": []}],
                    "parameters": [\(caller), {"$ref": "#/components/parameters/IfNoneMatch"}],
                    "responses": {
                        \(profileAnswer),
                        "304": {
                            "description": "It is the one that is known already.",
                            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
                        },
                        "404": {
                            "description": "There is none yet.",
                            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}},
                            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
                        },
                        \(refusals(401, 403, 429, 500, 503))
                    }
                },
                "put": {
                    "operationId": "putProfile", "tags": ["profile"],
                    "summary": "Offers a profile; the newest wins, and the winner is answered", "security": [{"bearer": []}],
                    "parameters": [\(caller)],
                    "requestBody": {
                        "required": true,
                        "content": {
                            "application/json": {
                                "schema": {"$ref": "#/components/schemas/Profile"},
                                "example": {
                                    "displayName": "Hana", "preferredLanguage": "ja", "trainingFocus": ["core"], "timeZone": "Asia/Tokyo",
                                    "habits": [{"id": "wake", "at": "06:00"}], "updatedAt": 1764201600000
                                }
                            }
                        }
                    },
                    "responses": {\(profileAnswer), \(refusals(400, 401, 403, 413, 415, 429, 500, 503))}
                }
            }
            """
        ],
        schemas: """
            "Profile": {
                "type": "object",
                "properties": {
                    "displayName": {"type": ["string", "null"], "maxLength": \(Profile.longestName)},
                    "preferredLanguage": {"type": ["string", "null"], "maxLength": 35},
                    "sleepLocation": {"type": ["string", "null"], "maxLength": \(Profile.longestPlace)},
                    "trainingFocus": {
                        "description": "Ids; one text is taken for an array of one.",
                        "anyOf": [
                            {"type": "null"}, {"type": "string", "maxLength": 100},
                            {"type": "array", "maxItems": 16, "items": {"type": "string", "minLength": 1, "maxLength": 100}}
                        ]
                    },
                    "timeZone": {
                        "type": ["string", "null"], "maxLength": 64, "pattern": "^(UTC|[A-Za-z0-9_+-]*/[A-Za-z0-9/_+-]*)$",
                        "description": "A full name of the time zone database. The owner's also counts the months of the account."
                    },
                    "habits": {"type": ["array", "null"], "maxItems": 64, "items": {"type": "object"}, "description": "Kept as they are."},
                    "updatedAt": {
                        "type": ["integer", "null"], "minimum": 0, "maximum": 9223372036854775807,
                        "description": "Milliseconds since 1970; left out or in the future, it is now."
                    }
                }
            },
            "StoredProfile": {
                "type": "object", "required": ["trainingFocus", "habits", "version", "updatedAt", "changedBy"],
                "properties": {
                    "displayName": {"type": "string", "maxLength": \(Profile.longestName)},
                    "preferredLanguage": {"type": "string", "maxLength": 35},
                    "sleepLocation": {"type": "string", "maxLength": \(Profile.longestPlace)},
                    "trainingFocus": {"type": "array", "items": {"type": "string"}},
                    "timeZone": {"type": "string", "maxLength": 64},
                    "habits": {"type": "array", "items": {"type": "object"}},
                    "version": {"type": "integer", "minimum": 1},
                    "updatedAt": {"type": "integer", "minimum": 0, "description": "Milliseconds since 1970."},
                    "changedBy": {"enum": ["web", "speaker"], "description": "The page, or a speaker."}
                }
            }
            """)
}
