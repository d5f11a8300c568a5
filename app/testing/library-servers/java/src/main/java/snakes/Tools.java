package snakes;

import static snakes.Content.PIXEL;
import static snakes.Content.SILENCE;
import static snakes.Content.SNAKES;
import static snakes.Content.object;
import static snakes.Content.say;
import static snakes.Content.type;

import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.AudioContent;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitUrlRequest;
import io.modelcontextprotocol.spec.McpSchema.EmbeddedResource;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.ResourceLink;
import io.modelcontextprotocol.spec.McpSchema.ResourcesUpdatedNotification;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.Root;
import io.modelcontextprotocol.spec.McpSchema.SamplingMessage;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** The tools: plain ones, those that ask the client, and those that change what the server offers. */
final class Tools {

    private static final Map<String, Object> NOTHING = object(Map.of());

    private static final Map<String, Object> FORM = object(
            Map.of(
                    "name", Map.of("type", "string", "description", "How it is called"),
                    "length", Map.of("type", "integer", "minimum", 1, "maximum", 1000, "default", 90),
                    "kind", Map.of("type", "string", "enum", List.of("adder", "boa"), "default", "adder"),
                    "tame", Map.of("type", "boolean", "default", false)),
            "name");

    private McpSyncServer server;

    void setServer(McpSyncServer server) {
        this.server = server;
    }

    List<SyncToolSpecification> all() {
        return List.of(
                tool(measuring("measure"), Tools::measure),
                tool(weighing(), Tools::weigh),
                tool(plain("show", "Shows a snake in every kind of content"), Tools::show),
                tool(plain("refuse", "Fails"), Tools::refuse),
                tool(counting(), Tools::count),
                tool(plain("tell", "Writes log messages"), Tools::tell),
                tool(plain("rest", "Rests until it is cancelled"), Tools::rest),
                tool(consulting(), Tools::consult),
                tool(plain("ask", "Asks for input"), Tools::ask),
                tool(plain("visit", "Asks to open a link"), Tools::visit),
                tool(plain("folders", "Lists the folders that the server may know"), Tools::folders),
                tool(plain("hatch", "Adds a tool"), this::hatch),
                tool(plain("feed", "Changes the list of snakes"), this::feed));
    }

    private static SyncToolSpecification tool(
            Tool tool, BiFunction<McpSyncServerExchange, CallToolRequest, CallToolResult> handler) {
        return new SyncToolSpecification(tool, handler);
    }

    private static Tool plain(String name, String description) {
        return Tool.builder(name, NOTHING).description(description).build();
    }

    private static Tool measuring(String name) {
        var input = object(Map.of("length", type("integer"), "unit", type("string")), "length");
        return Tool.builder(name, input)
                .title("Measure a snake")
                .description("Says how long a snake is")
                .annotations(ToolAnnotations.builder().readOnlyHint(true).build())
                .build();
    }

    private static Tool weighing() {
        Map<String, Object> properties =
                Map.of("name", type("string"), "grams", type("integer"), "venomous", type("boolean"));
        return Tool.builder("weigh", object(Map.of("name", type("string")), "name"))
                .description("Weighs a snake")
                .outputSchema(object(properties, "name", "grams", "venomous"))
                .build();
    }

    private static Tool counting() {
        return Tool.builder("count", object(Map.of("to", type("integer")), "to"))
                .description("Counts snakes and reports progress")
                .build();
    }

    private static Tool consulting() {
        return Tool.builder("consult", object(Map.of("question", type("string")), "question"))
                .description("Asks a model")
                .build();
    }

    private static CallToolResult measure(McpSyncServerExchange exchange, CallToolRequest request) {
        Object unit = request.arguments().getOrDefault("unit", "cm");
        return say("The snake is " + request.arguments().get("length") + " " + unit + " long.");
    }

    private static CallToolResult weigh(McpSyncServerExchange exchange, CallToolRequest request) {
        Object name = request.arguments().get("name");
        Map<String, Object> weight = Map.of("name", name, "grams", 180, "venomous", !"boa".equals(name));
        return CallToolResult.builder().structuredContent(weight).build();
    }

    private static CallToolResult show(McpSyncServerExchange exchange, CallToolRequest request) {
        var inside = new TextResourceContents("snake://list", "text/plain", String.join("\n", SNAKES));
        return CallToolResult.builder()
                .addTextContent("An adder")
                .addContent(ImageContent.builder(PIXEL, "image/png").build())
                .addContent(AudioContent.builder(SILENCE, "audio/wav").build())
                .addContent(ResourceLink.builder()
                        .uri("snake://list")
                        .name("snakes")
                        .mimeType("text/plain")
                        .build())
                .addContent(EmbeddedResource.builder(inside).build())
                .build();
    }

    private static CallToolResult refuse(McpSyncServerExchange exchange, CallToolRequest request) {
        return CallToolResult.builder()
                .addTextContent("The snake does not want to.")
                .isError(true)
                .build();
    }

    private static CallToolResult count(McpSyncServerExchange exchange, CallToolRequest request) {
        int to = ((Number) request.arguments().get("to")).intValue();
        Object token = request.progressToken();
        for (int number = 1; token != null && number <= to; number++) {
            exchange.progressNotification(
                    new ProgressNotification(token, number, (double) to, "snake " + number));
        }
        return say("Counted " + to + " snakes.");
    }

    private static CallToolResult tell(McpSyncServerExchange exchange, CallToolRequest request) {
        log(exchange, LoggingLevel.DEBUG, "a snake sleeps");
        log(exchange, LoggingLevel.INFO, "a snake woke");
        log(exchange, LoggingLevel.ERROR, "a snake escaped");
        return say("Told.");
    }

    private static void log(McpSyncServerExchange exchange, LoggingLevel level, String line) {
        exchange.loggingNotification(new LoggingMessageNotification(level, "snakes", line));
    }

    private static CallToolResult rest(McpSyncServerExchange exchange, CallToolRequest request) {
        System.err.println("resting");
        try {
            Thread.sleep(120_000);
        } catch (InterruptedException cancelled) {
            System.err.println("rest was cancelled");
            Thread.currentThread().interrupt();
        }
        return say("Rested.");
    }

    private static CallToolResult consult(McpSyncServerExchange exchange, CallToolRequest request) {
        var question = new TextContent((String) request.arguments().get("question"));
        var answer = exchange.createMessage(
                CreateMessageRequest.builder(List.of(new SamplingMessage(Role.USER, question)), 50)
                        .systemPrompt("You know snakes.")
                        .build());
        return say("The model says: " + ((TextContent) answer.content()).text());
    }

    private static CallToolResult ask(McpSyncServerExchange exchange, CallToolRequest request) {
        var answer = exchange.createElicitation(ElicitFormRequest.builder("Which snake?", FORM).build());
        if (answer.action() != ElicitResult.Action.ACCEPT) return say("Input: " + actionOf(answer));
        String given = answer.content().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> "\"" + entry.getKey() + "\":" + quoted(entry.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
        return say("Input: accept " + given);
    }

    private static String quoted(Object value) {
        return value instanceof String text ? "\"" + text + "\"" : String.valueOf(value);
    }

    private static CallToolResult visit(McpSyncServerExchange exchange, CallToolRequest request) {
        var answer = exchange.createElicitation(
                ElicitUrlRequest.builder("Visit the snakes", "https://snakes.example/visit", "visit-1")
                        .build());
        return say("Link: " + actionOf(answer));
    }

    private static String actionOf(ElicitResult answer) {
        return answer.action().name().toLowerCase(Locale.ROOT);
    }

    private static CallToolResult folders(McpSyncServerExchange exchange, CallToolRequest request) {
        var places = exchange.listRoots().roots().stream().map(Root::uri).collect(Collectors.joining(" "));
        return say("Folders: " + places);
    }

    private CallToolResult hatch(McpSyncServerExchange exchange, CallToolRequest request) {
        server.addTool(tool(measuring("hatched"), Tools::measure));
        return say("Hatched.");
    }

    private CallToolResult feed(McpSyncServerExchange exchange, CallToolRequest request) {
        server.notifyResourcesUpdated(new ResourcesUpdatedNotification("snake://list"));
        return say("Fed.");
    }
}
