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

func TestPush(t *testing.T) {
	command := exec.Command("belfry", "apns", "serve", "--ephemeral")
	output, _ := command.StdoutPipe()
	command.Start()
	t.Cleanup(func() { command.Process.Signal(os.Interrupt); command.Wait() })
	var apns struct{ URL, Authority, Certificate, Token string }
	json.NewDecoder(output).Decode(&apns)
	client := client(t, apns.Authority, apns.Certificate)
	push(t, client, apns.URL+"/3/device/"+apns.Token, `{"aps":{"alert":{"title":"Dinner"}}}`)
}

// client is what your server pushes with, and whom it trusts.
func client(t *testing.T, authority, certificate string) *http.Client {
	pem, _ := os.ReadFile(authority)
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	own, err := tls.LoadX509KeyPair(certificate, certificate)
	if err != nil {
		t.Fatal(err)
	}
	config := &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{own}}
	return &http.Client{Transport: &http.Transport{TLSClientConfig: config, ForceAttemptHTTP2: true}}
}

// push is what your server does.
func push(t *testing.T, client *http.Client, url, payload string) {
	answer, err := client.Post(url, "application/json", strings.NewReader(payload))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != 200 || answer.ProtoMajor != 2 || answer.Header.Get("apns-id") == "" {
		t.Fatal(answer)
	}
}
