"""llama-cpp-python's server with models that have random weights: `llama_server.py PORT FOLDER`.

Random weights choose no tool. The chat format `names-a-tool` chooses the tool that the user names, and writes text once results
arrive. llama.cpp itself binds a call to the tool's schema and streams it."""

import sys

import uvicorn
from llama_cpp import LogitsProcessorList, MinTokensLogitsProcessor, llama_chat_format
from llama_cpp.server.app import create_app
from llama_cpp.server.settings import ModelSettings, ServerSettings
from make_model import write_model


def chosen_tool(messages, tools):
    last = messages[-1]
    if last["role"] != "user":
        return None
    names = [tool["function"]["name"] for tool in tools or []]
    return next((name for name in names if name.rpartition("__")[2] in str(last["content"])), None)


@llama_chat_format.register_chat_completion_handler("names-a-tool")
def names_a_tool(*, llama, messages, tools=None, tool_choice=None, **rest):
    template = llama.metadata["tokenizer.chat_template"]
    formatter = llama_chat_format.Jinja2ChatFormatter(template, eos_token="<|im_end|>", bos_token="")
    name = chosen_tool(messages, tools)
    if name is not None:
        tool_choice = {"type": "function", "function": {"name": name}}
    else:
        # The end of an answer is as likely at its beginning.
        least = MinTokensLogitsProcessor(24, llama.token_eos())
        rest["logits_processor"] = LogitsProcessorList([least])
    answer = formatter.to_chat_handler()
    return answer(llama=llama, messages=messages, tools=tools, tool_choice=tool_choice, **rest)


def settings_of(name, ends=True, **more):
    file = f"{folder}/{name}.gguf"
    write_model(file, ends)
    return ModelSettings(model=file, model_alias=name, logits_all=False, seed=7, verbose=False, **more)


port, folder = int(sys.argv[1]), sys.argv[2]
models = [
    settings_of("tiny", chat_format="names-a-tool", n_ctx=16_384),
    settings_of("endless", ends=False, n_ctx=16_384),
    settings_of("small", n_ctx=512),
]
app = create_app(server_settings=ServerSettings(port=port), model_settings=models)
uvicorn.run(app, host="127.0.0.1", port=port)
