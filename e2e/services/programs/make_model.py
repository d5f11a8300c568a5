"""Writes a model for llama.cpp with random weights. Its tokens are the 256 bytes.

One direction of its state is the same for each token, and the last layer weighs that direction by how likely a byte is to be
written. Most are letters and spaces, so that a test can read what the model writes. A quote comes often enough to end a text in
JSON."""

import gguf
import numpy

WIDTH, LAYERS, HEADS, INNER, CONTEXT = 64, 2, 4, 128, 16_384
START, END = "<|im_start|>", "<|im_end|>"
TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def byte_letters():
    """GPT-2's names of the bytes."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = iter(range(256, 512))
    return [chr(byte if byte in printable else next(others)) for byte in range(256)]


def likelihoods(letters, ends):
    """Logits. `ends`: whether the end of the answer is among what is written."""
    weights = numpy.full(len(letters) + 3, -8.0)
    for byte in b"abcdefghijklmnopqrstuvwxyz":
        weights[byte] = 1.0
    weights[ord(" ")] = 1.6
    for byte in b"0123456789":
        weights[byte] = -3.0
    weights[ord('"')] = 1.0
    if ends:
        weights[-1] = 1.3
    return weights


def write_model(path, ends):
    letters = byte_letters()
    # llama.cpp wants one merge at least.
    tokens = [*letters, "he", START, END]
    control = gguf.TokenType.CONTROL
    types = [gguf.TokenType.NORMAL] * (len(letters) + 1) + [control, control]
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name("tiny-random")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_vocab_size(len(tokens))
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("default")
    writer.add_token_list(tokens)
    writer.add_token_types(types)
    writer.add_token_merges(["h e"])
    writer.add_bos_token_id(len(tokens) - 2)
    writer.add_eos_token_id(len(tokens) - 1)
    writer.add_add_bos_token(False)
    writer.add_chat_template(TEMPLATE)
    random = numpy.random.default_rng(7)

    def tensor(name, values):
        writer.add_tensor(name, values.astype(numpy.float32))

    def noise(*shape):
        return random.standard_normal(shape) * 0.02

    embeddings, output = noise(len(tokens), WIDTH), noise(len(tokens), WIDTH)
    embeddings[:, 0] = 1.0
    # The norm makes the common part the square root of the width.
    output[:, 0] = likelihoods(letters, ends) / numpy.sqrt(WIDTH)
    tensor("token_embd.weight", embeddings)
    tensor("output_norm.weight", numpy.ones(WIDTH))
    tensor("output.weight", output)
    for layer in range(LAYERS):
        block = f"blk.{layer}."
        tensor(block + "attn_norm.weight", numpy.ones(WIDTH))
        tensor(block + "ffn_norm.weight", numpy.ones(WIDTH))
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            tensor(f"{block}{part}.weight", noise(WIDTH, WIDTH))
        tensor(block + "ffn_gate.weight", noise(INNER, WIDTH))
        tensor(block + "ffn_up.weight", noise(INNER, WIDTH))
        tensor(block + "ffn_down.weight", noise(WIDTH, INNER))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
