/// What RevenueCat tells, and a speaker that wants to know.
extension OpenAPI {
    private static func known(_ description: String) -> String {
        """
        {
            "description": "\(description)",
            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}},
            "content": {
                "application/json": {
                    "schema": {
                        "type": "object", "required": ["entitlement"],
                        "properties": {"entitlement": {"$ref": "#/components/schemas/Entitlement"}}
                    }
                }
            }
        }
        """
    }

    static let billing = Part(
        paths: [
            "/billing/revenuecat/sync": """
            {
                "post": {
                    "operationId": "readPlan", "tags": ["billing"], "summary": "Asks for the plan to be read again",
                    "security": [{"bearer": []}], "parameters": [\(caller)],
                    "responses": {
                        "200": \(known("What is known; there is nothing to read.")),
                        "202": \(known("What is known; the plan is being read.")),
                        \(refusals(401, 403, 413, 429, 500, 503))
                    }
                }
            }
            """,
            BillingRoutes.webhookPath: """
            {
                "post": {
                    "operationId": "billingEvent", "tags": ["billing"],
                    "summary": "For RevenueCat: something has changed. Signed, or with the Authorization that was agreed",
                    "parameters": [
                        {"name": "X-RevenueCat-Webhook-Signature", "in": "header", "required": false, "schema": {"type": "string"}}
                    ],
                    "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object"}}}},
                    "responses": {
                        "200": {
                            "description": "It is kept. What follows from it is done later.",
                            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestID"}},
                            "content": {"application/json": {"schema": {"type": "object"}}}
                        },
                        \(refusals(400, 401, 413, 429, 500, 503))
                    }
                }
            }
            """,
        ])
}
