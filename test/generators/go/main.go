package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"

	"sluice.test/generated/api"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	base, key, name := os.Args[1], os.Args[2], os.Args[3]
	ctx := context.Background()
	signed := api.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Basic "+key)
		return nil
	})
	client, err := api.NewClientWithResponses(base, signed)
	must(err)

	list := api.CreateMailingListJSONRequestBody{}
	list.MailingList.Name = name
	created, err := client.CreateMailingListWithResponse(ctx, list)
	must(err)
	kept, err := created.JSON200.AsCreateMailingList200JSONResponseBody0()
	must(err)

	people := api.CreateSubscriberImportJSONRequestBody{}
	email := "email"
	must(people.SubscriberImport.ColumnMapping.FromCreateSubscriberImportJSONBodySubscriberImportColumnMapping0([]*string{&email}))
	must(people.SubscriberImport.FileSource.FromCreateSubscriberImportJSONBodySubscriberImportFileSource0(
		api.CreateSubscriberImportJSONBodySubscriberImportFileSource0{
			Content: "email\nann@example.com\nbob@example.com\n",
			Type:    api.CreateSubscriberImportJSONBodySubscriberImportFileSource0TypeJson,
		}))
	begun, err := client.CreateSubscriberImportWithResponse(ctx, kept.Data.Id, nil, people)
	must(err)
	started, err := begun.JSON200.AsCreateSubscriberImport200JSONResponseBody0()
	must(err)

	for {
		answer, err := client.GetSubscriberImportWithResponse(ctx, started.Data.Id)
		must(err)
		read, err := answer.JSON200.AsGetSubscriberImport200JSONResponseBody0()
		must(err)
		if state := read.Data.State; state == "finished" || state == "failed" {
			must(json.NewEncoder(os.Stdout).Encode(map[string]any{
				"list": kept.Data.Id, "state": state, "added": read.Data.Stats.Subscribers.Added,
			}))
			return
		}
	}
}
