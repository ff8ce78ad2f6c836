module example.org/pushserver

go 1.19
