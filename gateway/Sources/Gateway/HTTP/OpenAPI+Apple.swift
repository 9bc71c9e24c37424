/// Sign in with Apple, for apps.
extension OpenAPI {
    static let apple = Part(
        paths: [
            "/auth/apple/nonce": """
            {
                "post": {
                    "operationId": "appleNonce", "tags": ["sign in with Apple"],
                    "summary": "A nonce; Apple is given the hexadecimal SHA-256 of it",
                    "responses": {
                        "200": {
                            "description": "The nonce. It works once.",
                            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}},
                            "content": {
                                "application/json": {
                                    "schema": {
                                        "type": "object", "required": ["nonce", "expires_in"],
                                        "properties": {
                                            "nonce": {"type": "string", "pattern": "^agn_[A-Za-z0-9_-]{50}$"},
                                            "expires_in": {"const": 600, "description": "Seconds."}
                                        }
                                    }
                                }
                            }
                        },
                        \(refusals(429, 500, 503))
                    }
                }
            }
            """,
            "/auth/apple": """
            {
                "post": {
                    "operationId": "appleSignIn", "tags": ["sign in with Apple"], "summary": "A token for an app's user",
                    "requestBody": {
                        "required": true,
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/AppleSignIn"}}}
                    },
                    "responses": {
                        "200": {
                            "description": "Signed in.",
                            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}},
                            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/AppleToken"}}}
                        },
                        "409": {
                            "description": "The nonce has been used.",
                            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}},
                            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
                        },
                        \(refusals(400, 401, 413, 415, 429, 500, 503))
                    }
                }
            }
            """,
            "/auth/apple/notifications": """
            {
                "post": {
                    "operationId": "appleNotice", "tags": ["sign in with Apple"], "summary": "For Apple: what happened to somebody",
                    "requestBody": {
                        "required": true,
                        "content": {
                            "application/json": {
                                "schema": {
                                    "type": "object", "required": ["payload"],
                                    "properties": {"payload": {"type": "string", "minLength": 1, "maxLength": 8192}}
                                }
                            }
                        }
                    },
                    "responses": {
                        "200": {
                            "description": "Noted.",
                            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}},
                            "content": {"application/json": {"schema": {"type": "object"}}}
                        },
                        \(refusals(400, 401, 413, 415, 429, 500, 503))
                    }
                }
            }
            """,
        ],
        schemas: """
            "AppleSignIn": {
                "type": "object", "required": ["identity_token", "nonce", "user_id"],
                "properties": {
                    "identity_token": {"type": "string", "minLength": 1, "maxLength": 8192},
                    "nonce": {
                        "type": "string", "pattern": "^[!-~]{16,128}$",
                        "description": "The raw one, of POST /auth/apple/nonce or the app's own."
                    },
                    "user_id": {"type": "string", "minLength": 1, "maxLength": 255, "description": "The token's `sub`."},
                    "device_id": {"type": ["string", "null"], "maxLength": 64},
                    "name": {"type": ["string", "null"], "maxLength": 100},
                    "authorization_code": {
                        "type": ["string", "null"], "maxLength": 1024,
                        "description": "Apple's: with it the sign-in is revoked at Apple when the account is deleted."
                    }
                }
            },
            "AppleToken": {
                "type": "object", "required": ["userId", "access_token", "token_type", "expires_in", "device_id"],
                "properties": {
                    "userId": {"type": "string", "minLength": 1},
                    "access_token": {"type": "string", "pattern": "^agd_[A-Za-z0-9_-]{50}$"},
                    "token_type": {"const": "Bearer"},
                    "expires_in": {"type": "integer", "minimum": 1, "description": "Seconds."},
                    "device_id": {"type": "string", "minLength": 1}
                }
            }
            """)
}
