/// A speaker's sign-in, rotation and sign-out.
extension OpenAPI {
    static let speakers = Part(
        paths: [
            "/.well-known/oauth-authorization-server": """
            {
                "get": {
                    "operationId": "metadata", "tags": ["sign-in"], "summary": "Where everything is (RFC 8414)",
                    "responses": {
                        "200": {
                            "description": "The addresses.",
                            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}},
                            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ServerMetadata"}}}
                        },
                        \(refusals(429, 500))
                    }
                }
            }
            """,
            "/auth/device": """
            {
                "post": {
                    "operationId": "askForCode", "tags": ["sign-in"],
                    "summary": "A code for the owner to enter (RFC 8628 §3.1); ends the speaker's older one",
                    "requestBody": {
                        "required": true,
                        "content": {
                            "application/x-www-form-urlencoded": {
                                "schema": {"$ref": "#/components/schemas/DeviceAuthorizationRequest"},
                                "example": {"client_id": "anicca-speaker", "device_id": "9f86d081", "device_name": "Bedroom"}
                            }
                        }
                    },
                    "responses": {
                        "200": {
                            "description": "The code; poll with it.",
                            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}},
                            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/DeviceAuthorization"}}},
                            "links": {
                                "poll": {
                                    "operationId": "token",
                                    "requestBody": {
                                        "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": "anicca-speaker",
                                        "device_code": "$response.body#/device_code"
                                    }
                                }
                            }
                        },
                        \(refusals(400, 413, 429, 500, 503))
                    }
                }
            }
            """,
            "/auth/token": """
            {
                "post": {
                    "operationId": "token", "tags": ["sign-in"],
                    "summary": "A token: for a device code (RFC 8628 §3.4), or the next one for the bearer's",
                    "description": "A code can be redeemed again until its token is first used: a lost answer costs nothing. With urn:anicca:rotate the old token lives until the new one is first used, at most 7 days; a speaker that shows it only after those has two more days, once, to ask again.",
                    "security": [{}, {"bearer": []}],
                    "parameters": [\(caller)],
                    "requestBody": {
                        "required": true,
                        "content": {
                            "application/x-www-form-urlencoded": {
                                "schema": {"$ref": "#/components/schemas/TokenRequest"},
                                "examples": {
                                    "poll": {
                                        "value": {
                                            "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": "agc_0…",
                                            "client_id": "anicca-speaker"
                                        }
                                    },
                                    "rotate": {"value": {"grant_type": "urn:anicca:rotate"}}
                                }
                            }
                        }
                    },
                    "responses": {
                        "200": {
                            "description": "The token.",
                            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}},
                            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Token"}}}
                        },
                        "400": {
                            "description": "Not yet, not so often, or never (RFC 8628 §3.5).",
                            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}},
                            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/TokenError"}}}
                        },
                        \(refusals(401, 403, 413, 429, 500, 503))
                    }
                }
            }
            """,
            "/auth/revoke": """
            {
                "post": {
                    "operationId": "revoke", "tags": ["sign-in"], "summary": "Sign-out (RFC 7009)",
                    "requestBody": {
                        "required": true,
                        "content": {
                            "application/x-www-form-urlencoded": {
                                "schema": {
                                    "type": "object", "required": ["token"],
                                    "properties": {"token": {"type": "string", "minLength": 1, "maxLength": 200}}
                                }
                            }
                        }
                    },
                    "responses": {
                        "200": {
                            "description": "The token is good no more, whether it was one or not. One that was good has signed its speaker out.",
                            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}}
                        },
                        \(refusals(400, 413, 429, 500, 503))
                    }
                }
            }
            """,
        ],
        schemas: """
            "ServerMetadata": {
                "type": "object",
                "required": [
                    "issuer", "device_authorization_endpoint", "token_endpoint", "revocation_endpoint", "grant_types_supported",
                    "response_types_supported"
                ],
                "properties": {
                    "issuer": {"type": "string", "pattern": "^https?://"},
                    "device_authorization_endpoint": {"type": "string", "pattern": "^https?://"},
                    "token_endpoint": {"type": "string", "pattern": "^https?://"},
                    "revocation_endpoint": {"type": "string", "pattern": "^https?://"},
                    "token_endpoint_auth_methods_supported": {"const": ["none"]},
                    "revocation_endpoint_auth_methods_supported": {"const": ["none"]},
                    "grant_types_supported": {"type": "array", "items": {"type": "string"}},
                    "response_types_supported": {"type": "array", "minItems": 1, "items": {"type": "string"}},
                    "scopes_supported": {"const": ["device"]}
                }
            },
            "DeviceAuthorizationRequest": {
                "type": "object", "required": ["client_id", "device_id"],
                "properties": {
                    "client_id": {"const": "anicca-speaker"},
                    "device_id": {"type": "string", "minLength": 1, "maxLength": 64, "description": "The same for as long as the speaker lives."},
                    "device_name": {"type": "string", "maxLength": 60, "description": "As the owner knows it."},
                    "scope": {"enum": ["device", ""]}
                }
            },
            "DeviceAuthorization": {
                "type": "object",
                "required": ["device_code", "user_code", "verification_uri", "verification_uri_complete", "expires_in", "interval"],
                "properties": {
                    "device_code": {"type": "string", "pattern": "^agc_[A-Za-z0-9_-]{50}$"},
                    "user_code": {"type": "string", "pattern": "^([0-9]{9}|[0-9]{11})$", "description": "Said in threes. Eleven digits while somebody guesses codes."},
                    "verification_uri": {"type": "string", "pattern": "^https?://"},
                    "verification_uri_complete": {"type": "string", "pattern": "^https?://.*user_code=([0-9]{9}|[0-9]{11})$"},
                    "expires_in": {"const": 900, "description": "Seconds."},
                    "interval": {"const": 5, "description": "Seconds between two polls; 5 more after each slow_down, at most 30."}
                }
            },
            "TokenRequest": {
                "oneOf": [
                    {
                        "type": "object", "required": ["grant_type", "device_code", "client_id"],
                        "properties": {
                            "grant_type": {"const": "urn:ietf:params:oauth:grant-type:device_code"},
                            "device_code": {"type": "string", "minLength": 1, "maxLength": 200},
                            "client_id": {"const": "anicca-speaker"}
                        }
                    },
                    {
                        "type": "object", "required": ["grant_type"],
                        "properties": {"grant_type": {"const": "urn:anicca:rotate"}}
                    }
                ]
            },
            "Token": {
                "type": "object", "required": ["access_token", "token_type", "expires_in", "user_id"],
                "properties": {
                    "access_token": {"type": "string", "pattern": "^agd_[A-Za-z0-9_-]{50}$"},
                    "token_type": {"const": "Bearer"},
                    "expires_in": {"type": "integer", "minimum": 1, "description": "Seconds."},
                    "user_id": {"type": "string", "minLength": 1}
                }
            },
            "TokenError": {
                "allOf": [{"$ref": "#/components/schemas/Error"}],
                "properties": {
                    "error": {
                        "enum": [
                            "authorization_pending", "slow_down", "access_denied", "expired_token", "invalid_grant", "invalid_client",
                            "invalid_request", "unsupported_grant_type"
                        ]
                    }
                }
            }
            """)
}
