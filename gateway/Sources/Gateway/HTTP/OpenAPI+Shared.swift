/// What several subjects use.
extension OpenAPI {
    static let about = """
        The server behind Anicca speakers: it signs them in, keeps their owner's profile, opens their conversations and \
        counts the minutes. Each path but /.well-known/… also stands under /api. Bodies are UTF-8, at most 64 KiB (an SDP \
        offer 256 KiB): a form has at most 32 fields, each once; JSON is at most 16 deep, each name once in an object, \
        without U+0000. Unknown fields and members are ignored; the texts of known ones have no control characters. An \
        X-Request-Id of 1 to 64 letters, digits, dots, hyphens and underscores is echoed; without one the gateway makes \
        one. A method that is not described is answered 404.
        """

    static let bearer = """
        {
            "type": "http", "scheme": "bearer",
            "description": "A speaker's token, from POST /auth/token. 401 means that it is unknown, expired, revoked or replaced: sign in again. With `reason`, its owner was deleted."
        }
        """

    static let parameters = """
        "DeviceID": {
            "name": "device-id", "in": "header", "schema": {"type": "string"},
            "description": "If it is sent, it must be the token's device."
        },
        "UserID": {
            "name": "user-id", "in": "header", "schema": {"type": "string"},
            "description": "If it is sent, it must be the token's user."
        },
        "IfNoneMatch": {
            "name": "If-None-Match", "in": "header", "schema": {"type": "string"},
            "description": "The ETag of what is known already."
        }
        """

    static let headers = """
        "RetryAfter": {
            "description": "Seconds to wait.", "required": true,
            "schema": {"type": "integer", "minimum": 1}
        },
        "Challenge": {
            "description": "RFC 6750 §3.", "required": true,
            "schema": {"type": "string", "pattern": "^Bearer"}
        },
        "ETag": {
            "description": "Changes when the answer does.", "required": true,
            "schema": {"type": "string", "pattern": "^\\"[!-~]*\\"$"}
        },
        "RequestID": {
            "description": "Names the request in the gateway's log.", "required": true,
            "schema": {"type": "string", "pattern": "^[A-Za-z0-9_.-]{1,64}$"}
        }
        """

    private static func refusal(_ name: String, _ about: String, schema: String = "Error", more: String = "") -> String
    {
        """
        "\(name)": {
            "description": \(JSON.text(about).encoded),
            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}\(more)},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/\(schema)"}}}
        }
        """
    }

    private static let wait = ##", "Retry-After": {"$ref": "#/components/headers/RetryAfter"}"##
    private static let challenge = ##", "WWW-Authenticate": {"$ref": "#/components/headers/Challenge"}"##

    static let sharedRefusals = [
        refusal("BadRequest", "Something in the request is not as described; `field` names a member of a JSON body."),
        refusal("Unauthorized", "The token is missing, or is good no more.", more: challenge),
        refusal("QuotaExhausted", "No minute is left.", schema: "QuotaError"),
        refusal(
            "WrongDevice",
            "device-id or user-id is not the token's, or this gateway gives out no client secrets. It is no reason to sign out."
        ),
        refusal("TooLarge", "The body is larger than this address takes."),
        refusal("UnsupportedMediaType", "The body's Content-Type is not one of those described."),
        refusal("TooMany", "Too many requests.", more: wait),
        refusal("Fault", "A fault of the gateway."),
        refusal("Provider", "The provider did not take the conversation.", more: wait),
        refusal(
            "Unavailable", "The gateway cannot serve this now: its database, or whom it has to ask, is away.",
            more: wait),
    ].joined(separator: ",\n")

    static let sharedSchemas = """
        "Error": {
            "type": "object", "required": ["error", "message", "request_id"],
            "properties": {
                "error": {"type": "string", "pattern": "^[a-z][a-z_]*$", "description": "For programs; a superset of RFC 6749 §5.2."},
                "message": {"type": "string", "description": "For a log."},
                "request_id": {"type": "string", "pattern": "^[A-Za-z0-9_.-]{1,64}$"},
                "field": {"type": "string", "description": "The member of the body that is not as it should be."},
                "reason": {"const": "account_deleted", "description": "Of a 401: the owner of this speaker was deleted, or is about to be, and with them whatever the gateway had of theirs, their voice included."}
            }
        }
        """

    static let itself = Part(paths: [
        "/openapi.json": """
        {
            "get": {
                "operationId": "describe", "tags": ["gateway"], "summary": "This document",
                "parameters": [{"$ref": "#/components/parameters/IfNoneMatch"}],
                "responses": {
                    "200": {
                        "description": "The description of this gateway.",
                        "headers": {
                            "X-Request-Id": {"$ref": "#/components/headers/RequestID"}, "ETag": {"$ref": "#/components/headers/ETag"}
                        },
                        "content": {
                            "application/json": {
                                "schema": {
                                    "type": "object", "required": ["openapi", "info", "paths", "components"],
                                    "properties": {"openapi": {"const": "3.1.0"}, "paths": {"type": "object", "minProperties": 1}}
                                }
                            }
                        }
                    },
                    "304": {
                        "description": "It is the one that is known already.",
                        "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}
                    },
                    \(refusals(429, 500))
                }
            }
        }
        """
    ])
}
