"""A server of the library that is its own authorization server, in the shape of the library's example: registration, a
login page, tokens that are rotated and revoked. Arguments: port. `POST /expire` ends all access tokens."""

import secrets
import sys
import time

from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    AuthorizationParams,
    OAuthAuthorizationServerProvider,
    RefreshToken,
    construct_redirect_uri,
)
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions, RevocationOptions
from mcp.server.fastmcp import FastMCP
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken
from pydantic import AnyHttpUrl
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

port = int(sys.argv[1])
origin = f"http://127.0.0.1:{port}"
scope = "user"


class Provider(OAuthAuthorizationServerProvider[AuthorizationCode, RefreshToken, AccessToken]):
    def __init__(self) -> None:
        self.clients: dict[str, OAuthClientInformationFull] = {}
        self.waiting: dict[str, tuple[OAuthClientInformationFull, AuthorizationParams]] = {}
        self.codes: dict[str, AuthorizationCode] = {}
        self.tokens: dict[str, AccessToken] = {}
        self.refresh_tokens: dict[str, RefreshToken] = {}

    async def get_client(self, client_id: str) -> OAuthClientInformationFull | None:
        return self.clients.get(client_id)

    async def register_client(self, client_info: OAuthClientInformationFull) -> None:
        self.clients[client_info.client_id] = client_info

    async def authorize(self, client: OAuthClientInformationFull, params: AuthorizationParams) -> str:
        key = secrets.token_hex(16)
        self.waiting[key] = (client, params)
        return f"{origin}/login?key={key}"

    def finish(self, key: str, name: str) -> str:
        client, params = self.waiting.pop(key)
        code = secrets.token_hex(20)
        self.codes[code] = AuthorizationCode(
            code=code,
            client_id=client.client_id,
            scopes=params.scopes or [scope],
            expires_at=time.time() + 300,
            code_challenge=params.code_challenge,
            redirect_uri=params.redirect_uri,
            redirect_uri_provided_explicitly=params.redirect_uri_provided_explicitly,
            resource=params.resource,
            subject=name,
        )
        return construct_redirect_uri(str(params.redirect_uri), code=code, state=params.state)

    async def load_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: str
    ) -> AuthorizationCode | None:
        return self.codes.get(authorization_code)

    async def exchange_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: AuthorizationCode
    ) -> OAuthToken:
        del self.codes[authorization_code.code]
        return self.give(client, authorization_code)

    async def load_refresh_token(
        self, client: OAuthClientInformationFull, refresh_token: str
    ) -> RefreshToken | None:
        return self.refresh_tokens.get(refresh_token)

    async def exchange_refresh_token(
        self, client: OAuthClientInformationFull, refresh_token: RefreshToken, scopes: list[str]
    ) -> OAuthToken:
        del self.refresh_tokens[refresh_token.token]
        return self.give(client, refresh_token)

    def give(self, client: OAuthClientInformationFull, source: AuthorizationCode | RefreshToken) -> OAuthToken:
        kept = {
            "client_id": client.client_id,
            "scopes": source.scopes,
            "resource": source.resource,
            "subject": source.subject,
        }
        access, refresh = secrets.token_hex(32), secrets.token_hex(32)
        self.tokens[access] = AccessToken(token=access, expires_at=int(time.time()) + 3600, **kept)
        self.refresh_tokens[refresh] = RefreshToken(token=refresh, **kept)
        return OAuthToken(
            access_token=access,
            token_type="Bearer",
            expires_in=3600,
            scope=" ".join(source.scopes),
            refresh_token=refresh,
        )

    async def load_access_token(self, token: str) -> AccessToken | None:
        return self.tokens.get(token)

    async def revoke_token(self, token: AccessToken | RefreshToken) -> None:
        self.tokens.pop(token.token, None)
        self.refresh_tokens.pop(token.token, None)


provider = Provider()
server = FastMCP(
    "own",
    host="127.0.0.1",
    port=port,
    auth_server_provider=provider,
    auth=AuthSettings(
        issuer_url=AnyHttpUrl(origin),
        required_scopes=[scope],
        resource_server_url=AnyHttpUrl(f"{origin}/mcp"),
        client_registration_options=ClientRegistrationOptions(
            enabled=True, valid_scopes=[scope], default_scopes=[scope]
        ),
        revocation_options=RevocationOptions(enabled=True),
        validate_token_resource=True,
    ),
)


@server.custom_route("/login", methods=["GET", "POST"])
async def login(request: Request) -> Response:
    if request.method == "GET":
        return HTMLResponse(
            '<form method="post"><label>User name <input name="name"></label><button>Sign in</button></form>'
        )
    form = await request.form()
    return RedirectResponse(provider.finish(request.query_params["key"], str(form["name"])), status_code=302)


@server.custom_route("/expire", methods=["POST"])
async def expire(request: Request) -> Response:
    provider.tokens.clear()
    return JSONResponse({})


@server.custom_route("/state", methods=["GET"])
async def state(request: Request) -> Response:
    counts = {"clients": len(provider.clients), "tokens": len(provider.tokens)}
    return JSONResponse({**counts, "refreshTokens": len(provider.refresh_tokens)})


@server.tool()
def whoami() -> str:
    """Who is signed in."""
    token = get_access_token()
    return f"{token.subject} by {token.client_id}" if token else "nobody"


server.run(transport="streamable-http")
