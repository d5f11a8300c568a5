// A server of the official Go library with every feature that it offers: `stdio`, or `http PORT`.
package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	pixel   = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	silence = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA="
)

var snakes = []string{"adder", "boa", "cobra"}

type nothing struct{}

type length struct {
	Length int    `json:"length" jsonschema:"how long it is"`
	Unit   string `json:"unit,omitempty" jsonschema:"cm where it is left out"`
}

type named struct {
	Name string `json:"name"`
}

type weight struct {
	Name     string `json:"name"`
	Grams    int    `json:"grams"`
	Venomous bool   `json:"venomous"`
}

type goal struct {
	To int `json:"to"`
}

type question struct {
	Question string `json:"question"`
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "go-library", Version: "1.0.0"}, &mcp.ServerOptions{
		Instructions:       "Ask about snakes.",
		CompletionHandler:  complete,
		SubscribeHandler:   func(context.Context, *mcp.SubscribeRequest) error { return nil },
		UnsubscribeHandler: func(context.Context, *mcp.UnsubscribeRequest) error { return nil },
	})
	addTools(server)
	addAskingTools(server)
	addChangingTools(server)
	addResources(server)
	server.AddPrompt(&mcp.Prompt{
		Name:        "describe",
		Title:       "Describe a snake",
		Description: "Words that ask for a description",
		Arguments:   []*mcp.PromptArgument{{Name: "snake", Required: true}, {Name: "style"}},
	}, describe)
	if len(os.Args) == 3 {
		serveHTTP(server, os.Args[2])
		return
	}
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Print(err)
	}
}

func serveHTTP(server *mcp.Server, port string) {
	choose := func(*http.Request) *mcp.Server { return server }
	mux := http.NewServeMux()
	mux.Handle("/mcp", mcp.NewStreamableHTTPHandler(choose, nil))
	// The library speaks 2026-07-28 over HTTP only where there are no sessions, and asks nothing of older clients there.
	stateless := &mcp.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true}
	mux.Handle("/stateless", mcp.NewStreamableHTTPHandler(choose, stateless))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, mux))
}

func addTools(server *mcp.Server) {
	mcp.AddTool(server, &mcp.Tool{
		Name:        "measure",
		Title:       "Measure a snake",
		Description: "Says how long a snake is",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, measure)
	mcp.AddTool(server, &mcp.Tool{Name: "weigh", Description: "Weighs a snake"},
		func(_ context.Context, _ *mcp.CallToolRequest, args named) (*mcp.CallToolResult, weight, error) {
			return nil, weight{Name: args.Name, Grams: 180, Venomous: args.Name != "boa"}, nil
		})
	mcp.AddTool(server, &mcp.Tool{Name: "show", Description: "Shows a snake in every kind of content"}, show)
	mcp.AddTool(server, &mcp.Tool{Name: "refuse", Description: "Fails"},
		func(context.Context, *mcp.CallToolRequest, nothing) (*mcp.CallToolResult, any, error) {
			return nil, nil, errors.New("The snake does not want to.")
		})
	mcp.AddTool(server, &mcp.Tool{Name: "count", Description: "Counts snakes and reports progress"}, count)
	mcp.AddTool(server, &mcp.Tool{Name: "tell", Description: "Writes log messages"}, tell)
	mcp.AddTool(server, &mcp.Tool{Name: "rest", Description: "Rests until it is cancelled"}, rest)
}

func measure(_ context.Context, _ *mcp.CallToolRequest, args length) (*mcp.CallToolResult, any, error) {
	if args.Unit == "" {
		args.Unit = "cm"
	}
	return say(fmt.Sprintf("The snake is %d %s long.", args.Length, args.Unit)), nil, nil
}

func show(context.Context, *mcp.CallToolRequest, nothing) (*mcp.CallToolResult, any, error) {
	list := strings.Join(snakes, "\n")
	return &mcp.CallToolResult{Content: []mcp.Content{
		&mcp.TextContent{Text: "An adder"},
		&mcp.ImageContent{Data: decode(pixel), MIMEType: "image/png"},
		&mcp.AudioContent{Data: decode(silence), MIMEType: "audio/wav"},
		&mcp.ResourceLink{URI: "snake://list", Name: "snakes", MIMEType: "text/plain"},
		&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "snake://list", MIMEType: "text/plain", Text: list}},
	}}, nil, nil
}

func count(ctx context.Context, request *mcp.CallToolRequest, args goal) (*mcp.CallToolResult, any, error) {
	token := request.Params.GetProgressToken()
	for number := 1; token != nil && number <= args.To; number++ {
		if err := request.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
			ProgressToken: token,
			Progress:      float64(number),
			Total:         float64(args.To),
			Message:       fmt.Sprintf("snake %d", number),
		}); err != nil {
			return nil, nil, err
		}
	}
	return say(fmt.Sprintf("Counted %d snakes.", args.To)), nil, nil
}

func tell(ctx context.Context, request *mcp.CallToolRequest, _ nothing) (*mcp.CallToolResult, any, error) {
	for _, line := range [][2]string{{"debug", "a snake sleeps"}, {"info", "a snake woke"}, {"error", "a snake escaped"}} {
		message := &mcp.LoggingMessageParams{Level: mcp.LoggingLevel(line[0]), Logger: "snakes", Data: line[1]}
		if err := request.Session.Log(ctx, message); err != nil {
			return nil, nil, err
		}
	}
	return say("Told."), nil, nil
}

func rest(ctx context.Context, _ *mcp.CallToolRequest, _ nothing) (*mcp.CallToolResult, any, error) {
	fmt.Fprintln(os.Stderr, "resting")
	select {
	case <-ctx.Done():
		fmt.Fprintln(os.Stderr, "rest was cancelled")
		return nil, nil, ctx.Err()
	case <-time.After(2 * time.Minute):
		return say("Rested."), nil, nil
	}
}

// The library asks as the client's revision wants it: by a request of its own, or by a result that requires input.
func addAskingTools(server *mcp.Server) {
	mcp.AddTool(server, &mcp.Tool{Name: "consult", Description: "Asks a model"},
		func(_ context.Context, request *mcp.CallToolRequest, args question) (*mcp.CallToolResult, any, error) {
			answer, ok := request.Params.InputResponses["asked"]
			if !ok {
				return ask(&mcp.CreateMessageParams{
					MaxTokens:    50,
					SystemPrompt: "You know snakes.",
					Messages:     []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: args.Question}}},
				}), nil, nil
			}
			return say("The model says: " + textOf(answer)), nil, nil
		})
	mcp.AddTool(server, &mcp.Tool{Name: "ask", Description: "Asks for input"},
		func(_ context.Context, request *mcp.CallToolRequest, _ nothing) (*mcp.CallToolResult, any, error) {
			answer, ok := request.Params.InputResponses["asked"].(*mcp.ElicitResult)
			if !ok {
				return ask(&mcp.ElicitParams{Message: "Which snake?", RequestedSchema: form()}), nil, nil
			}
			if answer.Action != "accept" {
				return say("Input: " + answer.Action), nil, nil
			}
			given, err := json.Marshal(answer.Content)
			return say("Input: accept " + string(given)), nil, err
		})
	mcp.AddTool(server, &mcp.Tool{Name: "visit", Description: "Asks to open a link"},
		func(_ context.Context, request *mcp.CallToolRequest, _ nothing) (*mcp.CallToolResult, any, error) {
			answer, ok := request.Params.InputResponses["asked"].(*mcp.ElicitResult)
			if !ok {
				return ask(&mcp.ElicitParams{
					Mode:          "url",
					Message:       "Visit the snakes",
					URL:           "https://snakes.example/visit",
					ElicitationID: "visit-1",
				}), nil, nil
			}
			return say("Link: " + answer.Action), nil, nil
		})
	mcp.AddTool(server, &mcp.Tool{Name: "folders", Description: "Lists the folders that the server may know"},
		func(_ context.Context, request *mcp.CallToolRequest, _ nothing) (*mcp.CallToolResult, any, error) {
			answer, ok := request.Params.InputResponses["asked"].(*mcp.ListRootsResult)
			if !ok {
				return ask(&mcp.ListRootsParams{}), nil, nil
			}
			places := make([]string, len(answer.Roots))
			for index, root := range answer.Roots {
				places[index] = root.URI
			}
			return say("Folders: " + strings.Join(places, " ")), nil, nil
		})
}

func ask(request mcp.InputRequest) *mcp.CallToolResult {
	return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"asked": request}, RequestState: "asked"}
}

func textOf(answer mcp.InputResponse) string {
	encoded, _ := json.Marshal(answer)
	var read struct{ Content json.RawMessage }
	_ = json.Unmarshal(encoded, &read)
	block := read.Content
	var blocks []json.RawMessage
	if json.Unmarshal(block, &blocks) == nil && len(blocks) > 0 {
		block = blocks[0]
	}
	var text struct{ Text string }
	_ = json.Unmarshal(block, &text)
	return text.Text
}

func form() *jsonschema.Schema {
	least, most := 1.0, 1000.0
	return &jsonschema.Schema{
		Type:     "object",
		Required: []string{"name"},
		Properties: map[string]*jsonschema.Schema{
			"name":   {Type: "string", Description: "How it is called"},
			"length": {Type: "integer", Minimum: &least, Maximum: &most, Default: json.RawMessage("90")},
			"kind":   {Type: "string", Enum: []any{"adder", "boa"}, Default: json.RawMessage(`"adder"`)},
			"tame":   {Type: "boolean", Default: json.RawMessage("false")},
		},
	}
}

func addChangingTools(server *mcp.Server) {
	mcp.AddTool(server, &mcp.Tool{Name: "hatch", Description: "Adds a tool"},
		func(context.Context, *mcp.CallToolRequest, nothing) (*mcp.CallToolResult, any, error) {
			mcp.AddTool(server, &mcp.Tool{Name: "hatched", Description: "Says how long a snake is"}, measure)
			return say("Hatched."), nil, nil
		})
	mcp.AddTool(server, &mcp.Tool{Name: "feed", Description: "Changes the list of snakes"},
		func(ctx context.Context, _ *mcp.CallToolRequest, _ nothing) (*mcp.CallToolResult, any, error) {
			err := server.ResourceUpdated(ctx, &mcp.ResourceUpdatedNotificationParams{URI: "snake://list"})
			return say("Fed."), nil, err
		})
}

func addResources(server *mcp.Server) {
	server.AddResource(&mcp.Resource{URI: "snake://list", Name: "snakes", Description: "The snakes that are known", MIMEType: "text/plain"},
		func(_ context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return contents(&mcp.ResourceContents{URI: request.Params.URI, MIMEType: "text/plain", Text: strings.Join(snakes, "\n")}), nil
		})
	server.AddResource(&mcp.Resource{URI: "snake://picture", Name: "picture", MIMEType: "image/png"},
		func(_ context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return contents(&mcp.ResourceContents{URI: request.Params.URI, MIMEType: "image/png", Blob: decode(pixel)}), nil
		})
	server.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: "snake://{name}/facts", Name: "facts", MIMEType: "text/plain"},
		func(_ context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			name := strings.TrimSuffix(strings.TrimPrefix(request.Params.URI, "snake://"), "/facts")
			return contents(&mcp.ResourceContents{
				URI:      request.Params.URI,
				MIMEType: "text/plain",
				Text:     fmt.Sprintf("The %s is a snake.", name),
			}), nil
		})
}

func contents(content *mcp.ResourceContents) *mcp.ReadResourceResult {
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{content}}
}

func describe(_ context.Context, request *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	style := request.Params.Arguments["style"]
	if style == "" {
		style = "plain"
	}
	text := fmt.Sprintf("Describe the %s in a %s style.", request.Params.Arguments["snake"], style)
	return &mcp.GetPromptResult{
		Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}},
	}, nil
}

func complete(_ context.Context, request *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
	values := []string{}
	for _, name := range snakes {
		if strings.HasPrefix(name, request.Params.Argument.Value) {
			values = append(values, name)
		}
	}
	return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: values, Total: len(values)}}, nil
}

func say(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

func decode(text string) []byte {
	bytes, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		log.Fatal(err)
	}
	return bytes
}
