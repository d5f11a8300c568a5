"""A server of the official Python library, of its first or its second generation: `stdio`, or `http PORT`."""

import sys

try:
    from mcp.server.mcpserver import MCPServer
except ImportError:
    from mcp.server.fastmcp import FastMCP as MCPServer

server = MCPServer("python-library", instructions="Ask about snakes.")


@server.tool()
def measure(length: int, unit: str = "cm") -> str:
    """Says how long a snake is"""
    return f"The snake is {length} {unit} long."


@server.resource("snake://list")
def snakes() -> str:
    """The snakes that are known"""
    return "adder, boa, cobra"


@server.prompt()
def feed(snake: str) -> str:
    """Words for feeding time"""
    return f"What does the {snake} eat?"


if sys.argv[1] == "stdio":
    server.run(transport="stdio")
elif MCPServer.__name__ == "FastMCP":
    server.settings.port = int(sys.argv[2])
    server.run(transport="streamable-http")
else:
    server.run(transport="streamable-http", port=int(sys.argv[2]))
