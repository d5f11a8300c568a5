package snakes;

import static snakes.Content.PIXEL;
import static snakes.Content.SNAKES;

import io.modelcontextprotocol.server.McpServerFeatures.SyncCompletionSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.spec.McpSchema.BlobResourceContents;
import io.modelcontextprotocol.spec.McpSchema.CompleteReference;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult.CompleteCompletion;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceContents;
import io.modelcontextprotocol.spec.McpSchema.ResourceReference;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.util.List;

/** Resources, templates, prompts and what completes their arguments. */
final class Offers {

    private static final String FACTS = "snake://{name}/facts";

    private Offers() {}

    static List<SyncResourceSpecification> resources() {
        var list = Resource.builder("snake://list", "snakes")
                .description("The snakes that are known")
                .mimeType("text/plain")
                .build();
        var picture = Resource.builder("snake://picture", "picture").mimeType("image/png").build();
        return List.of(
                new SyncResourceSpecification(
                        list, (exchange, request) -> text(request.uri(), String.join("\n", SNAKES))),
                new SyncResourceSpecification(
                        picture,
                        (exchange, request) -> result(new BlobResourceContents(request.uri(), "image/png", PIXEL))));
    }

    static List<SyncResourceTemplateSpecification> templates() {
        var facts = ResourceTemplate.builder(FACTS, "facts").mimeType("text/plain").build();
        return List.of(new SyncResourceTemplateSpecification(facts, (exchange, request) -> {
            String name = request.uri().replaceAll("^snake://|/facts$", "");
            return text(request.uri(), "The " + name + " is a snake.");
        }));
    }

    static List<SyncPromptSpecification> prompts() {
        var prompt = new Prompt(
                "describe",
                "Describe a snake",
                "Words that ask for a description",
                List.of(new PromptArgument("snake", null, true), new PromptArgument("style", null, false)));
        return List.of(new SyncPromptSpecification(prompt, (exchange, request) -> {
            Object style = request.arguments().getOrDefault("style", "plain");
            String words = "Describe the " + request.arguments().get("snake") + " in a " + style + " style.";
            return new GetPromptResult(null, List.of(new PromptMessage(Role.USER, new TextContent(words))));
        }));
    }

    static List<SyncCompletionSpecification> completions() {
        return List.of(complete(new PromptReference("describe")), complete(new ResourceReference(FACTS)));
    }

    private static SyncCompletionSpecification complete(CompleteReference reference) {
        return new SyncCompletionSpecification(reference, (exchange, request) -> {
            var values = SNAKES.stream()
                    .filter(name -> name.startsWith(request.argument().value()))
                    .toList();
            return new CompleteResult(new CompleteCompletion(values, values.size(), false));
        });
    }

    private static ReadResourceResult text(String uri, String text) {
        return result(new TextResourceContents(uri, "text/plain", text));
    }

    private static ReadResourceResult result(ResourceContents contents) {
        return new ReadResourceResult(List.of(contents));
    }
}
