package snakes;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServer.SyncSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/** A server of the official Java library with every feature that it offers: {@code stdio}, or {@code http PORT}. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 2) {
            var transport = new StdioServerTransportProvider(McpJsonDefaults.getMapper());
            build(McpServer.sync(transport));
            return;
        }
        var servlet = HttpServletStreamableServerTransportProvider.builder().mcpEndpoint("/mcp").build();
        build(McpServer.sync(servlet));
        serve(servlet, Integer.parseInt(arguments[1]));
    }

    private static <S extends SyncSpecification<S>> void build(SyncSpecification<S> specification) {
        var tools = new Tools();
        McpSyncServer server = specification
                .serverInfo("java-library", "1.0.0")
                .instructions("Ask about snakes.")
                .capabilities(ServerCapabilities.builder()
                        .tools(true)
                        .resources(true, true)
                        .prompts(true)
                        .completions()
                        .logging()
                        .build())
                .tools(tools.all())
                .resources(Offers.resources())
                .resourceTemplates(Offers.templates())
                .prompts(Offers.prompts())
                .completions(Offers.completions())
                // A person may take this long to answer a question.
                .requestTimeout(Duration.ofMinutes(10))
                .build();
        tools.setServer(server);
    }

    private static void serve(HttpServletStreamableServerTransportProvider servlet, int port)
            throws IOException, LifecycleException {
        File folder = Files.createTempDirectory("snakes").toFile();
        folder.deleteOnExit();
        var tomcat = new Tomcat();
        tomcat.setBaseDir(folder.getPath());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(port);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        // A stream lives as long as its client wants.
        tomcat.getConnector().setAsyncTimeout(0);
        var context = tomcat.addContext("", folder.getPath());
        Tomcat.addServlet(context, "mcp", servlet).setAsyncSupported(true);
        context.addServletMappingDecoded("/*", "mcp");
        tomcat.start();
        tomcat.getServer().await();
    }
}
