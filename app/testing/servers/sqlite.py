"""The tools of the archived SQLite server, on nothing but the standard library: `sqlite.py --db-path FILE`."""

import json
import sqlite3
import sys

SQL = {
    "type": "object",
    "properties": {"query": {"type": "string"}},
    "required": ["query"],
}
TOOLS = [
    {"name": "read_query", "description": "Execute a SELECT query", "inputSchema": SQL},
    {
        "name": "write_query",
        "description": "Execute an INSERT, UPDATE, or DELETE query",
        "inputSchema": SQL,
    },
]

database = sqlite3.connect(sys.argv[sys.argv.index("--db-path") + 1], isolation_level=None)


def tables():
    rows = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
    return [{"name": name, "sql": sql} for name, sql in rows]


def listed():
    return [
        {
            "uri": f"sqlite://{table['name']}/schema",
            "name": f"Schema of {table['name']}",
            "mimeType": "application/sql",
        }
        for table in tables()
    ]


def read(uri):
    found = next(table for table in tables() if uri == f"sqlite://{table['name']}/schema")
    return [{"uri": uri, "mimeType": "application/sql", "text": found["sql"]}]


def call(name, query):
    is_reading = query.strip().upper().startswith("SELECT")
    if is_reading != (name == "read_query"):
        return {"isError": True, "content": [{"type": "text", "text": "Not the tool for this query"}]}
    said = [list(row) for row in database.execute(query)]
    return {"content": [{"type": "text", "text": json.dumps(said)}]}


def answer(method, params):
    if method == "initialize":
        return {
            "protocolVersion": "2024-11-05",
            "capabilities": {"tools": {}, "resources": {}},
            "serverInfo": {"name": "sqlite", "version": "0.1.0"},
        }
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        return call(params["name"], params["arguments"]["query"])
    if method == "resources/list":
        return {"resources": listed()}
    if method == "resources/templates/list":
        return {"resourceTemplates": []}
    if method == "resources/read":
        return {"contents": read(params["uri"])}
    return {} if method == "ping" else None


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message or "method" not in message:
        continue
    reply = {"jsonrpc": "2.0", "id": message["id"]}
    result = answer(message["method"], message.get("params", {}))
    if result is None:
        reply["error"] = {"code": -32601, "message": "Method not found"}
    else:
        reply["result"] = result
    print(json.dumps(reply), flush=True)
