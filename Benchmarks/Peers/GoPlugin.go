// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// HashiCorp's go-plugin: a plug-in in a process of its own, which is kept, and net/rpc over a Unix
// socket. One program is both sides: as "serve" it is the plug-in. It speaks as the peers in C do:
// one duration in nanoseconds per line, and a sentence with status 1 on a failure.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"net/rpc"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
)

const (
	mark   = " \u00b7 stamped"
	warmUp = 20
)

var titleKey = []byte(`"title":"`)

// stamp is the work, the same as in Stamp.h.
func stamp(push []byte) ([]byte, error) {
	begin := bytes.Index(push, titleKey)
	if begin < 0 {
		return nil, errors.New("there is no title")
	}
	end := begin + len(titleKey)
	for end < len(push) && push[end] != '"' {
		if push[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(push) {
		return nil, errors.New("the title has no end")
	}
	answer := make([]byte, 0, len(push)+len(mark))
	answer = append(answer, push[:end]...)
	answer = append(answer, mark...)
	return append(answer, push[end:]...), nil
}

// server is what net/rpc calls in the plug-in's process.
type server struct{}

func (server) Stamp(push []byte, answer *[]byte) error {
	var err error
	*answer, err = stamp(push)
	return err
}

// stamper says to go-plugin what both sides of the plug-in are.
type stamper struct{}

func (stamper) Server(*plugin.MuxBroker) (interface{}, error) { return server{}, nil }

func (stamper) Client(_ *plugin.MuxBroker, client *rpc.Client) (interface{}, error) {
	return client, nil
}

var (
	handshake = plugin.HandshakeConfig{
		ProtocolVersion:  1,
		MagicCookieKey:   "BELFRY_PEER",
		MagicCookieValue: "stamp",
	}
	plugins = plugin.PluginSet{"stamp": stamper{}}
	logger  = hclog.New(&hclog.LoggerOptions{Level: hclog.Error})
)

// rightAnswer finds the answer in another way than the work does: it may not agree with a mistake
// of its own.
func rightAnswer(push []byte) ([]byte, error) {
	parts := bytes.SplitN(push, titleKey, 2)
	if len(parts) != 2 {
		return nil, errors.New("the push has no title")
	}
	rest := bytes.SplitN(parts[1], []byte(`"`), 2)
	if len(rest) != 2 || bytes.HasSuffix(rest[0], []byte(`\`)) {
		return nil, errors.New("the push has no title without quotes")
	}
	return bytes.Join([][]byte{parts[0], titleKey, rest[0], []byte(mark + `"`), rest[1]}, nil), nil
}

// measure runs the plug-in again and again.
func measure(count int, push []byte) error {
	right, err := rightAnswer(push)
	if err != nil {
		return err
	}
	command := exec.Command(os.Args[0], "serve")
	// A plug-in takes no notice of Ctrl-C, and would stay when this process is gone by it.
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	client := plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig: handshake,
		Plugins:         plugins,
		Cmd:             command,
		Logger:          logger,
	})
	defer client.Kill()
	protocol, err := client.Client()
	if err != nil {
		return err
	}
	dispensed, err := protocol.Dispense("stamp")
	if err != nil {
		return err
	}
	remote := dispensed.(*rpc.Client)
	for turn := 0; turn < warmUp+count; turn++ {
		var answer []byte
		begin := time.Now()
		err := remote.Call("Plugin.Stamp", push, &answer)
		duration := time.Since(begin)
		if err != nil {
			return err
		}
		if !bytes.Equal(answer, right) {
			return errors.New("its answer is not the push with a stamped title")
		}
		if turn >= warmUp {
			fmt.Println(duration.Nanoseconds())
		}
	}
	return nil
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == "serve" {
		plugin.Serve(&plugin.ServeConfig{HandshakeConfig: handshake, Plugins: plugins, Logger: logger})
		return
	}
	if len(os.Args) != 4 || os.Args[1] != "kept" {
		fmt.Fprintln(os.Stderr, "usage: go-plugin kept COUNT PUSH")
		os.Exit(64)
	}
	count, err := strconv.Atoi(os.Args[2])
	var push []byte
	if err == nil {
		push, err = os.ReadFile(os.Args[3])
	}
	if err == nil {
		err = measure(count, push)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "go-plugin:", err)
		os.Exit(1)
	}
}
