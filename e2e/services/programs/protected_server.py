"""A protected server in the shape of the library's own example: it trusts one authorization server and asks that one
about each token (RFC 7662). Arguments: port, issuer, introspection endpoint, id and secret of its client there."""

import sys

import httpx
from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import AccessToken, TokenVerifier
from mcp.server.auth.settings import AuthSettings
from mcp.server.fastmcp import FastMCP
from pydantic import AnyHttpUrl

port, issuer, endpoint, client_id, client_secret = sys.argv[1:6]
resource = f"http://127.0.0.1:{port}/mcp"


class IntrospectionTokenVerifier(TokenVerifier):
    async def verify_token(self, token: str) -> AccessToken | None:
        async with httpx.AsyncClient(timeout=20, trust_env=False) as client:
            response = await client.post(endpoint, data={"token": token}, auth=(client_id, client_secret))
        if response.status_code != 200:
            return None
        data = response.json()
        audience = data.get("aud", [])
        audiences = audience if isinstance(audience, list) else [audience]
        if not data.get("active") or resource not in audiences:
            return None
        return AccessToken(
            token=token,
            client_id=data.get("client_id", "unknown"),
            scopes=data.get("scope", "").split(),
            expires_at=data.get("exp"),
            resource=resource,
            subject=data.get("username"),
        )


server = FastMCP(
    "protected",
    host="127.0.0.1",
    port=int(port),
    token_verifier=IntrospectionTokenVerifier(),
    auth=AuthSettings(
        issuer_url=AnyHttpUrl(issuer),
        required_scopes=["mcp:tools"],
        resource_server_url=AnyHttpUrl(resource),
        validate_token_resource=True,
    ),
)


@server.tool()
def whoami() -> str:
    """Who is signed in, and until when."""
    token = get_access_token()
    return f"{token.subject} by {token.client_id} until {token.expires_at}" if token else "nobody"


server.run(transport="streamable-http")
