package snakes;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.util.List;
import java.util.Map;

/** What tools, resources and prompts are made of. */
final class Content {

    static final List<String> SNAKES = List.of("adder", "boa", "cobra");
    static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    static final String SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

    private Content() {}

    static CallToolResult say(String text) {
        return CallToolResult.builder().addTextContent(text).build();
    }

    static Map<String, Object> object(Map<String, Object> properties, String... required) {
        return Map.of("type", "object", "properties", properties, "required", List.of(required));
    }

    static Map<String, Object> type(String name) {
        return Map.of("type", name);
    }
}
