// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// A push server's test with go test: net/http, against an endpoint of its own.
package pushserver

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
)

type endpoint struct{ URL, Authority, Certificate, Topic, Token, Socket string }

// serve starts an endpoint that ends with the test, and makes a client that pushes to it.
func serve(t *testing.T) (endpoint, *http.Client) {
	command := exec.Command("belfry", "apns", "serve", "--ephemeral")
	output, _ := command.StdoutPipe()
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { command.Process.Signal(os.Interrupt); command.Wait() })
	var place endpoint
	if err := json.NewDecoder(output).Decode(&place); err != nil {
		t.Fatal(err)
	}
	pem, _ := os.ReadFile(place.Authority)
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	own, err := tls.LoadX509KeyPair(place.Certificate, place.Certificate)
	if err != nil {
		t.Fatal(err)
	}
	config := &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{own}}
	return place, &http.Client{Transport: &http.Transport{TLSClientConfig: config, ForceAttemptHTTP2: true}}
}

func TestPush(t *testing.T) {
	place, client := serve(t)
	body := strings.NewReader(`{"aps":{"alert":{"title":"Dinner"}}}`)
	answer, err := client.Post(place.URL+"/3/device/"+place.Token, "application/json", body)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != 200 || answer.ProtoMajor != 2 || answer.Header.Get("apns-id") == "" {
		t.Fatal(answer)
	}
}
