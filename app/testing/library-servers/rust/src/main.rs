//! A server of the official Rust library with every feature that it offers: `stdio`, or `http PORT`.
// Sampling, roots and log messages are on their way out of the protocol, and servers that use them are about.
#![allow(deprecated)]

mod asking;
mod changes;

use std::sync::Arc;

use asking::Question;
use changes::Changes;
use rmcp::{
    ErrorData, Json, RoleServer, ServerHandler, ServiceExt,
    handler::server::{
        router::{prompt::PromptRouter, tool::ToolRouter},
        tool::InputResponses,
        wrapper::Parameters,
    },
    model::*,
    prompt, prompt_handler, prompt_router,
    service::{RequestContext, SubscriptionContext},
    tool, tool_handler, tool_router,
    transport::{
        stdio,
        streamable_http_server::{
            StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
        },
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

const SNAKES: [&str; 3] = ["adder", "boa", "cobra"];
const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const SILENCE: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

#[derive(Deserialize, JsonSchema)]
struct Length {
    length: i64,
    #[serde(default = "centimetres")]
    unit: String,
}

fn centimetres() -> String {
    "cm".into()
}

#[derive(Deserialize, JsonSchema)]
struct Named {
    name: String,
}

#[derive(Serialize, JsonSchema)]
struct Weight {
    name: String,
    grams: i64,
    venomous: bool,
}

#[derive(Deserialize, JsonSchema)]
struct Goal {
    to: u32,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Description {
    snake: String,
    style: Option<String>,
}

#[derive(Clone)]
struct Snakes {
    tools: ToolRouter<Self>,
    prompts: PromptRouter<Self>,
    changes: Arc<Changes>,
}

type ToolResult = Result<CallToolResult, ErrorData>;

#[tool_router(router = listed_tools)]
impl Snakes {
    fn new(changes: Arc<Changes>) -> Self {
        Self { tools: Self::listed_tools(), prompts: Self::prompt_router(), changes }
    }

    #[tool(title = "Measure a snake", description = "Says how long a snake is", annotations(read_only_hint = true))]
    async fn measure(&self, Parameters(Length { length, unit }): Parameters<Length>) -> ToolResult {
        say(format!("The snake is {length} {unit} long."))
    }

    #[tool(description = "Weighs a snake")]
    async fn weigh(&self, Parameters(Named { name }): Parameters<Named>) -> Json<Weight> {
        let venomous = name != "boa";
        Json(Weight { name, grams: 180, venomous })
    }

    #[tool(description = "Shows a snake in every kind of content")]
    async fn show(&self) -> ToolResult {
        let inside = ResourceContents::text(SNAKES.join("\n"), "snake://list").with_mime_type("text/plain");
        Ok(CallToolResult::success(vec![
            ContentBlock::text("An adder"),
            ContentBlock::image(PIXEL, "image/png"),
            ContentBlock::audio(SILENCE, "audio/wav"),
            ContentBlock::resource_link(Resource::new("snake://list", "snakes").with_mime_type("text/plain")),
            ContentBlock::resource(inside),
        ]))
    }

    #[tool(description = "Fails")]
    async fn refuse(&self) -> ToolResult {
        Ok(CallToolResult::error(vec![ContentBlock::text("The snake does not want to.")]))
    }

    #[tool(description = "Counts snakes and reports progress")]
    async fn count(&self, Parameters(Goal { to }): Parameters<Goal>, context: RequestContext<RoleServer>) -> ToolResult {
        let Some(token) = context.meta.get_progress_token() else {
            return say(format!("Counted {to} snakes."));
        };
        for number in 1..=to {
            let progress = ProgressNotificationParam::new(token.clone(), f64::from(number))
                .with_total(f64::from(to))
                .with_message(format!("snake {number}"));
            context.peer.notify_progress(progress).await.map_err(internal)?;
        }
        say(format!("Counted {to} snakes."))
    }

    #[tool(description = "Writes log messages")]
    async fn tell(&self, context: RequestContext<RoleServer>) -> ToolResult {
        let lines = [
            (LoggingLevel::Debug, "a snake sleeps"),
            (LoggingLevel::Info, "a snake woke"),
            (LoggingLevel::Error, "a snake escaped"),
        ];
        for (level, line) in lines {
            let message = LoggingMessageNotificationParam::new(level, json!(line)).with_logger("snakes");
            context.peer.notify_logging_message(message).await.map_err(internal)?;
        }
        say("Told.")
    }

    #[tool(description = "Rests until it is cancelled")]
    async fn rest(&self, context: RequestContext<RoleServer>) -> ToolResult {
        eprintln!("resting");
        tokio::select! {
            () = context.ct.cancelled() => {
                eprintln!("rest was cancelled");
                Err(ErrorData::internal_error("cancelled", None))
            }
            () = tokio::time::sleep(std::time::Duration::from_secs(120)) => say("Rested.")
        }
    }

    #[tool(description = "Asks a model")]
    async fn consult(
        &self,
        Parameters(Question { question }): Parameters<Question>,
        InputResponses(answers): InputResponses,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        asking::consult(question, answers, context).await
    }

    #[tool(description = "Asks for input")]
    async fn ask(
        &self,
        InputResponses(answers): InputResponses,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        asking::ask(answers, context).await
    }

    #[tool(description = "Asks to open a link")]
    async fn visit(
        &self,
        InputResponses(answers): InputResponses,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        asking::visit(answers, context).await
    }

    #[tool(description = "Lists the folders that the server may know")]
    async fn folders(
        &self,
        InputResponses(answers): InputResponses,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        asking::folders(answers, context).await
    }

    #[tool(description = "Adds a tool")]
    async fn hatch(&self, context: RequestContext<RoleServer>) -> ToolResult {
        self.changes.hatch();
        if has_sessions(&context) {
            context.peer.notify_tool_list_changed().await.map_err(internal)?;
        }
        say("Hatched.")
    }

    #[tool(description = "Changes the list of snakes")]
    async fn feed(&self, context: RequestContext<RoleServer>) -> ToolResult {
        self.changes.feed();
        if has_sessions(&context) {
            let update = ResourceUpdatedNotificationParam::new("snake://list");
            context.peer.notify_resource_updated(update).await.map_err(internal)?;
        }
        say("Fed.")
    }

    #[tool(description = "Says how long a snake is, once it has hatched")]
    async fn hatched(&self, Parameters(Length { length, unit }): Parameters<Length>) -> ToolResult {
        say(format!("The snake is {length} {unit} long."))
    }
}

#[prompt_router]
impl Snakes {
    #[prompt(title = "Describe a snake", description = "Words that ask for a description")]
    async fn describe(&self, Parameters(Description { snake, style }): Parameters<Description>) -> Vec<PromptMessage> {
        let style = style.unwrap_or_else(|| "plain".into());
        vec![PromptMessage::new_text(Role::User, format!("Describe the {snake} in a {style} style."))]
    }
}

#[tool_handler(router = self.tools)]
#[prompt_handler(router = self.prompts)]
impl ServerHandler for Snakes {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_prompts()
            .enable_completions()
            .enable_logging()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("rust-library", "1.0.0"))
            .with_instructions("Ask about snakes.")
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut tools = self.tools.list_all();
        tools.retain(|tool| tool.name != "hatched" || self.changes.has_hatched());
        Ok(ListToolsResult::with_all_items(tools))
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(vec![
            Resource::new("snake://list", "snakes")
                .with_description("The snakes that are known")
                .with_mime_type("text/plain"),
            Resource::new("snake://picture", "picture").with_mime_type("image/png"),
        ]))
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let template = ResourceTemplate::new("snake://{name}/facts", "facts").with_mime_type("text/plain");
        Ok(ListResourceTemplatesResult::with_all_items(vec![template]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri;
        let contents = match uri.as_str() {
            "snake://list" => ResourceContents::text(SNAKES.join("\n"), uri).with_mime_type("text/plain"),
            "snake://picture" => ResourceContents::blob(PIXEL, uri).with_mime_type("image/png"),
            _ => {
                let name = uri.strip_prefix("snake://").and_then(|rest| rest.strip_suffix("/facts"));
                let name = name.ok_or_else(|| ErrorData::resource_not_found("There is no such resource", None))?;
                ResourceContents::text(format!("The {name} is a snake."), uri.clone()).with_mime_type("text/plain")
            }
        };
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let start = request.argument.value;
        let values = SNAKES.iter().filter(|name| name.starts_with(&start)).map(|name| (*name).into()).collect();
        Ok(CompleteResult::new(CompletionInfo::with_all_values(values).map_err(internal)?))
    }

    async fn set_level(&self, _request: SetLevelRequestParams, _context: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn subscribe(&self, _request: SubscribeRequestParams, _context: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn unsubscribe(&self, _request: UnsubscribeRequestParams, _context: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        Ok(())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.supported_by(&self.get_info().capabilities))
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        self.changes.tell(context).await;
        Ok(())
    }
}

fn say(text: impl Into<String>) -> ToolResult {
    Ok(CallToolResult::success(vec![ContentBlock::text(text)]))
}

fn internal(error: impl std::fmt::Display) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}

/// Up to 2025-11-25: there a server asks and tells by itself, later only where a client listens.
fn has_sessions(context: &RequestContext<RoleServer>) -> bool {
    context.protocol_version().is_none_or(|version| version.has_initialize())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let changes = Arc::new(Changes::default());
    let Some(port) = std::env::args().nth(2) else {
        Snakes::new(changes).serve(stdio()).await?.waiting().await?;
        return Ok(());
    };
    let service = StreamableHttpService::new(
        move || Ok(Snakes::new(changes.clone())),
        LocalSessionManager::default().into(),
        StreamableHttpServerConfig::default(),
    );
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}")).await?;
    axum::serve(listener, axum::Router::new().nest_service("/mcp", service)).await?;
    Ok(())
}
