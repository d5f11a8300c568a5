//! Tools that ask the client: by a request up to 2025-11-25, later by a result that requires input.

use rmcp::{ErrorData, RoleServer, model::*, service::RequestContext};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{has_sessions, internal, say};

type Answers = Option<InputResponses>;
type Answered = Result<CallToolResponse, ErrorData>;

#[derive(Deserialize, JsonSchema)]
pub struct Question {
    pub question: String,
}

pub async fn consult(question: String, answers: Answers, context: RequestContext<RoleServer>) -> Answered {
    let request = CreateMessageRequestParams::new(vec![SamplingMessage::user_text(question)], 50)
        .with_system_prompt("You know snakes.");
    let answer = if has_sessions(&context) {
        encode(context.peer.create_message(request).await.map_err(internal)?)?
    } else {
        let Some(answer) = given(answers) else {
            return require(InputRequest::CreateMessage(CreateMessageRequest::new(request)));
        };
        answer
    };
    let block = answer["content"].get(0).unwrap_or(&answer["content"]);
    finish(format!("The model says: {}", block["text"].as_str().unwrap_or_default()))
}

pub async fn ask(answers: Answers, context: RequestContext<RoleServer>) -> Answered {
    let schema = json!({
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": { "type": "string", "description": "How it is called" },
            "length": { "type": "integer", "minimum": 1, "maximum": 1000, "default": 90 },
            "kind": { "type": "string", "enum": ["adder", "boa"], "default": "adder" },
            "tame": { "type": "boolean", "default": false }
        }
    });
    let request = ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: "Which snake?".into(),
        requested_schema: serde_json::from_value(schema).map_err(internal)?,
    };
    match elicit(request, answers, context).await? {
        Elicited::Required(response) => Ok(response),
        Elicited::Answer(answer) if answer["action"] == "accept" => {
            finish(format!("Input: accept {}", answer["content"]))
        }
        Elicited::Answer(answer) => finish(format!("Input: {}", action_of(&answer))),
    }
}

pub async fn visit(answers: Answers, context: RequestContext<RoleServer>) -> Answered {
    let request = ElicitRequestParams::UrlElicitationParams {
        meta: None,
        message: "Visit the snakes".into(),
        url: "https://snakes.example/visit".into(),
        elicitation_id: "visit-1".into(),
    };
    match elicit(request, answers, context).await? {
        Elicited::Required(response) => Ok(response),
        Elicited::Answer(answer) => finish(format!("Link: {}", action_of(&answer))),
    }
}

pub async fn folders(answers: Answers, context: RequestContext<RoleServer>) -> Answered {
    let answer = if has_sessions(&context) {
        encode(context.peer.list_roots().await.map_err(internal)?)?
    } else {
        let Some(answer) = given(answers) else {
            return require(InputRequest::ListRoots(ListRootsRequest::default()));
        };
        answer
    };
    let roots = answer["roots"].as_array().cloned().unwrap_or_default();
    let places: Vec<_> = roots.iter().filter_map(|root| root["uri"].as_str()).collect();
    finish(format!("Folders: {}", places.join(" ")))
}

enum Elicited {
    Required(CallToolResponse),
    Answer(Value),
}

async fn elicit(
    request: ElicitRequestParams,
    answers: Answers,
    context: RequestContext<RoleServer>,
) -> Result<Elicited, ErrorData> {
    if has_sessions(&context) {
        let answer = context.peer.create_elicitation(request).await.map_err(internal)?;
        return Ok(Elicited::Answer(encode(answer)?));
    }
    Ok(match given(answers) {
        Some(answer) => Elicited::Answer(answer),
        None => Elicited::Required(require(InputRequest::Elicitation(ElicitRequest::new(request)))?),
    })
}

fn action_of(answer: &Value) -> &str {
    answer["action"].as_str().unwrap_or_default()
}

fn given(answers: Answers) -> Option<Value> {
    answers.and_then(|mut answers| answers.remove("asked"))
}

fn require(request: InputRequest) -> Answered {
    let requests = InputRequests::from([("asked".to_string(), request)]);
    Ok(InputRequiredResult::new(Some(requests), Some("asked".into())).into())
}

fn encode(answer: impl Serialize) -> Result<Value, ErrorData> {
    serde_json::to_value(answer).map_err(internal)
}

fn finish(text: String) -> Answered {
    Ok(say(text)?.into())
}
