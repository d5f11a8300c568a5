"""A provider for litellm's proxy. What it answers depends on the last message. litellm writes the answer in the format of the
API that was asked, so nothing here knows a format."""

import asyncio
import json
import sys

from litellm import CustomLLM
from litellm.llms.custom_llm import CustomLLMError

USAGE = {"prompt_tokens": 21, "completion_tokens": 9, "total_tokens": 30}


def piece(text="", call=None, reason=None):
    return {
        "text": text,
        "tool_use": call,
        "is_finished": reason is not None,
        "finish_reason": reason or "",
        "usage": USAGE if reason else None,
        "index": 0,
    }


def words_of(content):
    if isinstance(content, str):
        return content
    return " ".join(part.get("text", "") for part in content or [])


def call_of(tools, at, tool, arguments):
    """A call of the offered tool whose name ends so: Parley puts the server's name before it."""
    name = next(name for name in tools if name.endswith(tool))
    function = {"name": name, "arguments": json.dumps(arguments)}
    return {"id": f"call_{at}_{tool}", "type": "function", "index": at, "function": function}


class Scripted(CustomLLM):
    async def astreaming(self, messages, optional_params, **_):
        last = messages[-1]
        said = words_of(last["content"])
        tools = [tool["function"]["name"] for tool in optional_params.get("tools") or []]
        if last["role"] == "tool":
            yield piece("The tools said: " + " / ".join(results_in(messages)), reason="stop")
        elif "count without end" in said:
            async for part in count_without_end():
                yield part
        # Before the others: a message that got no answer comes again with the next one.
        elif "break off" in said:
            yield piece("It begins")
            raise CustomLLMError(status_code=500, message="The machine below broke.")
        elif "too often" in said:
            raise CustomLLMError(status_code=429, message="You asked too often. Wait a minute.")
        elif "both tools" in said:
            yield piece("Both at once. ")
            yield piece(call=call_of(tools, 0, "echo", {"message": "tea"}))
            yield piece(call=call_of(tools, 1, "get-sum", {"a": 2, "b": 40}))
            yield piece(reason="tool_calls")
        elif "one tool" in said:
            yield piece(call=call_of(tools, 0, "get-sum", {"a": 2, "b": 40}), reason="tool_calls")
        else:
            for word in ["Good ", "morning ", "from ", "a ", "real ", "proxy."]:
                yield piece(word)
            yield piece(reason="stop")


async def count_without_end():
    number = 0
    try:
        while True:
            number += 1
            yield piece(f"{number} ")
            await asyncio.sleep(0.05)
    finally:
        print(f"stopped at {number}", file=sys.stderr, flush=True)


def results_in(messages):
    """Of the newest step."""
    texts = []
    for message in reversed(messages):
        if message["role"] != "tool":
            break
        texts.insert(0, words_of(message["content"]))
    return texts


instance = Scripted()
