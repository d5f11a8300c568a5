"""The tools of the reference server for times, on nothing but the standard library, started by its own module's name."""

import datetime
import json
import sys
import zoneinfo

ZONE = {"type": "string", "description": "IANA name of a zone"}
TOOLS = [
    {
        "name": "get_current_time",
        "description": "Get current time in a specific timezone",
        "inputSchema": {
            "type": "object",
            "properties": {"timezone": ZONE},
            "required": ["timezone"],
        },
    },
    {
        "name": "convert_time",
        "description": "Convert time between timezones",
        "inputSchema": {
            "type": "object",
            "properties": {
                "source_timezone": ZONE,
                "time": {"type": "string", "description": "HH:MM"},
                "target_timezone": ZONE,
            },
            "required": ["source_timezone", "time", "target_timezone"],
        },
    },
]


def describe(moment, zone):
    return {
        "timezone": zone,
        "datetime": moment.isoformat(timespec="seconds"),
        "day_of_week": moment.strftime("%A"),
        "is_dst": bool(moment.dst()),
    }


def now_in(zone):
    return datetime.datetime.now(zoneinfo.ZoneInfo(zone))


def convert(source_timezone, time, target_timezone):
    hour, minute = (int(part) for part in time.split(":"))
    source = now_in(source_timezone).replace(hour=hour, minute=minute, second=0, microsecond=0)
    target = source.astimezone(zoneinfo.ZoneInfo(target_timezone))
    hours = (target.utcoffset() - source.utcoffset()).total_seconds() / 3600
    return {
        "source": describe(source, source_timezone),
        "target": describe(target, target_timezone),
        "time_difference": f"{hours:+.1f}h",
    }


def call(name, arguments):
    if name == "convert_time":
        said = convert(**arguments)
    else:
        said = describe(now_in(arguments["timezone"]), arguments["timezone"])
    return {"content": [{"type": "text", "text": json.dumps(said, indent=2)}]}


def answer(method, params):
    if method == "initialize":
        return {
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "mcp-time", "version": "1.0.0"},
        }
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        return call(params["name"], params["arguments"])
    return {} if method == "ping" else None


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message or "method" not in message:
        continue
    result = answer(message["method"], message.get("params", {}))
    reply = {"jsonrpc": "2.0", "id": message["id"]}
    if result is None:
        reply["error"] = {"code": -32601, "message": "Method not found"}
    else:
        reply["result"] = result
    print(json.dumps(reply), flush=True)
