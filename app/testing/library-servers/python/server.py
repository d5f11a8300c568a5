"""A server of the official Python library with every feature that it offers: `stdio`, or `http PORT`."""

import base64
import json
import sys
from typing import Annotated, Literal

import anyio
from mcp.server.mcpserver import Context, Image, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.elicitation import ElicitationResult
from mcp.server.mcpserver.resolve import Elicit, ListRoots, Resolve, Sample
from mcp_types import (
    AudioContent,
    CallToolResult,
    Completion,
    CreateMessageResult,
    ElicitRequest,
    ElicitRequestURLParams,
    EmbeddedResource,
    ImageContent,
    InputRequiredResult,
    ListRootsResult,
    ResourceLink,
    SamplingMessage,
    TextContent,
    TextResourceContents,
    ToolAnnotations,
)
from mcp_types.version import is_version_at_least
from pydantic import BaseModel, Field

SNAKES = ["adder", "boa", "cobra"]
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA="

server = MCPServer("python-library", version="1.0.0", instructions="Ask about snakes.")


@server.tool(title="Measure a snake", annotations=ToolAnnotations(read_only_hint=True))
def measure(length: int, unit: str = "cm") -> CallToolResult:
    """Says how long a snake is"""
    return say(f"The snake is {length} {unit} long.")


class Weight(BaseModel):
    name: str
    grams: int
    venomous: bool


@server.tool()
def weigh(name: str) -> Weight:
    """Weighs a snake"""
    return Weight(name=name, grams=180, venomous=name != "boa")


@server.tool()
def show() -> CallToolResult:
    """Shows a snake in every kind of content"""
    link = ResourceLink(type="resource_link", uri="snake://list", name="snakes", mime_type="text/plain")
    inside = TextResourceContents(uri="snake://list", mime_type="text/plain", text="\n".join(SNAKES))
    return CallToolResult(
        content=[
            TextContent(type="text", text="An adder"),
            ImageContent(type="image", data=PIXEL, mime_type="image/png"),
            AudioContent(type="audio", data=SILENCE, mime_type="audio/wav"),
            link,
            EmbeddedResource(type="resource", resource=inside),
        ]
    )


@server.tool()
def refuse() -> CallToolResult:
    """Fails"""
    raise ToolError("The snake does not want to.")


@server.tool()
async def count(to: int, ctx: Context) -> CallToolResult:
    """Counts snakes and reports progress"""
    for number in range(1, to + 1):
        await ctx.report_progress(number, to, f"snake {number}")
    return say(f"Counted {to} snakes.")


@server.tool()
async def tell(ctx: Context) -> CallToolResult:
    """Writes log messages"""
    await ctx.debug("a snake sleeps", logger_name="snakes")
    await ctx.info("a snake woke", logger_name="snakes")
    await ctx.error("a snake escaped", logger_name="snakes")
    return say("Told.")


@server.tool()
async def rest() -> CallToolResult:
    """Rests until it is cancelled"""
    print("resting", file=sys.stderr, flush=True)
    try:
        await anyio.sleep(120)
    except anyio.get_cancelled_exc_class():
        print("rest was cancelled", file=sys.stderr, flush=True)
        raise
    return say("Rested.")


def sample(question: str) -> Sample:
    message = SamplingMessage(role="user", content=TextContent(type="text", text=question))
    return Sample([message], max_tokens=50, system_prompt="You know snakes.")


@server.tool()
def consult(question: str, answer: Annotated[CreateMessageResult, Resolve(sample)]) -> CallToolResult:
    """Asks a model"""
    return say(f"The model says: {answer.content.text}")


class Snake(BaseModel):
    name: str = Field(description="How it is called")
    length: int = Field(default=90, ge=1, le=1000)
    kind: Literal["adder", "boa"] = "adder"
    tame: bool = False


def form() -> Elicit[Snake]:
    return Elicit("Which snake?", Snake)


@server.tool()
def ask(snake: Annotated[ElicitationResult[Snake], Resolve(form)]) -> CallToolResult:
    """Asks for input"""
    if snake.action != "accept":
        return say(f"Input: {snake.action}")
    return say(f"Input: accept {json.dumps(snake.data.model_dump(), sort_keys=True)}")


@server.tool()
async def visit(ctx: Context) -> CallToolResult | InputRequiredResult:
    """Asks to open a link"""
    message, url = "Visit the snakes", "https://snakes.example/visit"
    if not is_version_at_least(ctx.protocol_version, "2026-07-28"):
        result = await ctx.elicit_url(message, url, "visit-1")
        return say(f"Link: {result.action}")
    if ctx.input_responses is None:
        params = ElicitRequestURLParams(message=message, url=url, elicitation_id="visit-1")
        return InputRequiredResult(input_requests={"link": ElicitRequest(params=params)}, request_state="asked")
    return say(f"Link: {ctx.input_responses['link'].action}")


@server.tool()
def folders(roots: Annotated[ListRootsResult, Resolve(lambda: ListRoots())]) -> CallToolResult:
    """Lists the folders that the server may know"""
    return say("Folders: " + " ".join(str(root.uri) for root in roots.roots))


@server.tool()
async def hatch(ctx: Context) -> CallToolResult:
    """Adds a tool"""
    server.add_tool(measure, name="hatched")
    await ctx.notify_tools_changed()
    if not is_version_at_least(ctx.protocol_version, "2026-07-28"):
        await ctx.session.send_tool_list_changed()
    return say("Hatched.")


@server.tool()
async def feed(ctx: Context) -> CallToolResult:
    """Changes the list of snakes"""
    await ctx.notify_resource_updated("snake://list")
    if not is_version_at_least(ctx.protocol_version, "2026-07-28"):
        await ctx.session.send_resource_updated("snake://list")
    return say("Fed.")


@server.resource("snake://list", name="snakes", mime_type="text/plain")
def snakes() -> str:
    """The snakes that are known"""
    return "\n".join(SNAKES)


@server.resource("snake://picture", name="picture", mime_type="image/png")
def picture() -> bytes:
    """A picture of a snake"""
    return base64.b64decode(PIXEL)


@server.resource("snake://{name}/facts", name="facts", mime_type="text/plain")
def facts(name: str) -> str:
    """What is known of a snake"""
    return f"The {name} is a snake."


@server.prompt(title="Describe a snake")
def describe(snake: str, style: str = "plain") -> str:
    """Words that ask for a description"""
    return f"Describe the {snake} in a {style} style."


@server.completion()
async def complete(ref, argument, context):
    values = [name for name in SNAKES if name.startswith(argument.value)]
    return Completion(values=values, total=len(values), has_more=False)


def say(text: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)])


if sys.argv[1] == "stdio":
    server.run(transport="stdio")
else:
    server.run(transport="streamable-http", port=int(sys.argv[2]))
