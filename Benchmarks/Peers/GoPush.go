// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// What Go's net/http makes of the same pushes, for Scripts/bench-apns.sh: it reads a body, verifies the
// provider token the first time that it sees it, and answers 200 with an apns-id. It keeps nothing.
//
//	go-push serve CERTIFICATE KEY P8       prints the port, and answers until it is ended
//	go-push token P8 KEYID TEAMID          prints a provider token
package main

import (
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

const bodyLimit = 4096

func readKey(path string) (*ecdsa.PrivateKey, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New(path + ": it holds no PEM")
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	own, isOwn := key.(*ecdsa.PrivateKey)
	if !isOwn {
		return nil, errors.New(path + ": it holds a key of another kind")
	}
	return own, nil
}

func encode(bytes []byte) string { return base64.RawURLEncoding.EncodeToString(bytes) }

// token makes a provider token as a sender makes it.
func token(path, keyID, teamID string) error {
	key, err := readKey(path)
	if err != nil {
		return err
	}
	head := fmt.Sprintf(`{"alg":"ES256","kid":%q}`, keyID)
	claims := fmt.Sprintf(`{"iss":%q,"iat":%d}`, teamID, time.Now().Unix())
	text := encode([]byte(head)) + "." + encode([]byte(claims))
	digest := sha256.Sum256([]byte(text))
	r, s, err := ecdsa.Sign(rand.Reader, key, digest[:])
	if err != nil {
		return err
	}
	signature := make([]byte, 64)
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	fmt.Println(text + "." + encode(signature))
	return nil
}

type pushes struct {
	key   *ecdsa.PublicKey
	known sync.Map
}

func (p *pushes) admits(authorization string) bool {
	if _, isKnown := p.known.Load(authorization); isKnown {
		return true
	}
	parts := strings.Split(strings.TrimPrefix(authorization, "bearer "), ".")
	if len(parts) != 3 {
		return false
	}
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil || len(signature) != 64 {
		return false
	}
	digest := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	r := new(big.Int).SetBytes(signature[:32])
	s := new(big.Int).SetBytes(signature[32:])
	if !ecdsa.Verify(p.key, digest[:], r, s) {
		return false
	}
	p.known.Store(authorization, true)
	return true
}

func identifier() string {
	var bytes [16]byte
	if _, err := rand.Read(bytes[:]); err != nil {
		panic(err)
	}
	return fmt.Sprintf("%x-%x-%x-%x-%x", bytes[:4], bytes[4:6], bytes[6:8], bytes[8:10], bytes[10:])
}

func (p *pushes) ServeHTTP(answer http.ResponseWriter, request *http.Request) {
	answer.Header().Set("apns-id", identifier())
	refuse := func(status int, reason string) {
		answer.WriteHeader(status)
		fmt.Fprintf(answer, `{"reason":%q}`, reason)
	}
	if !p.admits(request.Header.Get("authorization")) {
		refuse(http.StatusForbidden, "InvalidProviderToken")
		return
	}
	body, err := io.ReadAll(io.LimitReader(request.Body, bodyLimit+1))
	if err != nil || len(body) > bodyLimit {
		refuse(http.StatusRequestEntityTooLarge, "PayloadTooLarge")
		return
	}
	var payload map[string]any
	if json.Unmarshal(body, &payload) != nil {
		refuse(http.StatusBadRequest, "PayloadEmpty")
		return
	}
	answer.WriteHeader(http.StatusOK)
}

func serve(certificate, key, provider string) error {
	own, err := tls.LoadX509KeyPair(certificate, key)
	if err != nil {
		return err
	}
	private, err := readKey(provider)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler:   &pushes{key: &private.PublicKey},
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{own}, MinVersion: tls.VersionTLS12},
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	return server.ServeTLS(listener, "", "")
}

func main() {
	var err error
	switch {
	case len(os.Args) == 5 && os.Args[1] == "serve":
		err = serve(os.Args[2], os.Args[3], os.Args[4])
	case len(os.Args) == 5 && os.Args[1] == "token":
		err = token(os.Args[2], os.Args[3], os.Args[4])
	default:
		err = errors.New("usage: go-push serve CERTIFICATE KEY P8, or go-push token P8 KEYID TEAMID")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
