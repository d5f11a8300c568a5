import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The weather server as the quickstart has it for the Java runtime, on nothing but the standard library. */
public final class Weather {
    private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\"|-?\\d+)");
    private static final Pattern METHOD = Pattern.compile("\"method\":\"([^\"]*)\"");
    private static final Pattern PLACE = Pattern.compile("\"place\":\"([^\"\\\\]*)\"");

    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String id = find(ID, line);
            String method = find(METHOD, line);
            if (id == null || method == null) continue;
            out.println("{\"jsonrpc\":\"2.0\",\"id\":" + id + "," + answer(method, line) + "}");
        }
    }

    private static String answer(String method, String line) {
        switch (method) {
            case "initialize":
                return "\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
                    + "\"serverInfo\":{\"name\":\"weather-java\",\"version\":\"1.0.0\"}}";
            case "ping":
                return "\"result\":{}";
            case "tools/list":
                return "\"result\":{\"tools\":[{\"name\":\"get_alerts\",\"description\":\"Get the alerts for a place\","
                    + "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"place\":{\"type\":\"string\"}},"
                    + "\"required\":[\"place\"]}}]}";
            case "tools/call":
                return "\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"Storm over " + find(PLACE, line)
                    + ", from Java.\"}]}";
            default:
                return "\"error\":{\"code\":-32601,\"message\":\"Method not found\"}";
        }
    }

    /** The first group of the first match; null where there is none. */
    private static String find(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line);
        return matcher.find() ? matcher.group(1) : null;
    }
}
