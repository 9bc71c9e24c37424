// The gateway's entitlement and start in Go, for measurements: the same rows, locks and commits, without its limits, logs,
// metrics and errors. Written our way: libpq in pipeline mode, eight connections that each do one transaction in few round
// trips, so that PostgreSQL commits several at once. libpq comes through cgo, because a driver would have to be downloaded.
//
//	go_peer -port PORT        DATABASE=... PROVIDER_PORT=...
package main

/*
#cgo CFLAGS: -I/usr/include/postgresql
#cgo LDFLAGS: -lpq
#include <libpq-fe.h>
#include <stdlib.h>

enum { MOST_STATEMENTS = 8, MOST_VALUES = 9 };

struct statement { const char *name; int count; const char *values[MOST_VALUES]; };

// Sends statements in one round trip, and keeps each one's result. Returns 0, or the number of the first that failed.
static int run(PGconn *connection, struct statement *statements, int count, PGresult **results) {
	for (int index = 0; index < count; index++)
		if (!PQsendQueryPrepared(connection, statements[index].name, statements[index].count,
				(const char *const *)statements[index].values, NULL, NULL, 0)) return index + 1;
	PQpipelineSync(connection);
	int fault = 0;
	for (int index = 0; index < count; index++) {
		results[index] = PQgetResult(connection);
		ExecStatusType status = PQresultStatus(results[index]);
		if (fault == 0 && status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) fault = index + 1;
		PGresult *end = PQgetResult(connection);
		if (end != NULL) PQclear(end);
	}
	PGresult *sync = PQgetResult(connection);
	if (sync != NULL) PQclear(sync);
	return fault;
}
*/
import "C"

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
	"unsafe"
)

var statements = map[string]string{
	"begin": "BEGIN", "commit": "COMMIT", "rollback": "ROLLBACK",
	"caller": `SELECT c.user_id, u.account_id, c.device, c.expires_at, c.revoked_at, c.superseded_at FROM credentials c
		JOIN users u ON u.id = c.user_id LEFT JOIN devices d ON d.id = c.device WHERE c.hash = $1`,
	"account": "SELECT plan, period FROM accounts WHERE id = $1",
	"lock":    "SELECT plan, period FROM accounts WHERE id = $1 FOR UPDATE",
	"sums": `SELECT
		(SELECT CAST(COALESCE(SUM(CASE WHEN plan_minutes IS NOT NULL THEN minutes ELSE 0 END), 0) AS BIGINT) FROM ledger
			WHERE account_id = $1 AND period = $2),
		(SELECT CAST(COALESCE(SUM(minutes), 0) AS BIGINT) FROM ledger WHERE account_id = $1 AND period = $2),
		(SELECT CAST(COALESCE(SUM(minutes), 0) AS BIGINT) FROM ledger WHERE account_id = $1 AND period = ''),
		(SELECT CAST(COALESCE(SUM(held_minutes), 0) AS BIGINT) FROM sessions WHERE account_id = $1 AND ended_at IS NULL)`,
	"before": `SELECT
		(SELECT id FROM sessions WHERE device = $1 AND request_key = $2),
		(SELECT id FROM sessions WHERE device = $1 AND ended_at IS NULL LIMIT 1),
		(SELECT COUNT(*) FROM sessions WHERE device = $1 AND talk_at > $3)`,
	"insert": `INSERT INTO sessions (id, account_id, user_id, device, request_key, period, opened_at, talk_at, seen_at,
		lease_until, held_minutes) VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $7, $8, $9)`,
	"connect": "UPDATE sessions SET connected_at = $2, call_id = $3 WHERE id = $1",
}

// A statement and its values.
type query struct {
	name   string
	values []string
}

func q(name string, values ...string) query { return query{name, values} }

type connection struct{ pg *C.PGconn }

func connect(where string) *connection {
	text := C.CString(where)
	defer C.free(unsafe.Pointer(text))
	pg := C.PQconnectdb(text)
	if C.PQstatus(pg) != C.CONNECTION_OK {
		log.Fatal(C.GoString(C.PQerrorMessage(pg)))
	}
	for name, text := range statements {
		name, text := C.CString(name), C.CString(text)
		C.PQclear(C.PQprepare(pg, name, text, 0, nil))
	}
	C.PQenterPipelineMode(pg)
	return &connection{pg}
}

// One round trip. Returns the first row of each statement; nil: it has none.
func (connection *connection) run(queries ...query) ([][]string, error) {
	var sent [C.MOST_STATEMENTS]C.struct_statement
	var results [C.MOST_STATEMENTS]*C.PGresult
	var texts []*C.char
	keep := func(text string) *C.char {
		texts = append(texts, C.CString(text))
		return texts[len(texts)-1]
	}
	for index, query := range queries {
		sent[index].name, sent[index].count = keep(query.name), C.int(len(query.values))
		for place, value := range query.values {
			sent[index].values[place] = keep(value)
		}
	}
	fault := C.run(connection.pg, &sent[0], C.int(len(queries)), &results[0])
	rows := make([][]string, len(queries))
	for index := range queries {
		result := results[index]
		if fault == 0 && C.PQntuples(result) > 0 {
			for column := C.int(0); column < C.PQnfields(result); column++ {
				rows[index] = append(rows[index], C.GoString(C.PQgetvalue(result, 0, column)))
			}
		}
		if result != nil {
			C.PQclear(result)
		}
	}
	for _, text := range texts {
		C.free(unsafe.Pointer(text))
	}
	if fault != 0 {
		return nil, fmt.Errorf("statement %d: %s", fault, C.GoString(C.PQerrorMessage(connection.pg)))
	}
	return rows, nil
}

// Connections that wait for work.
type pool chan *connection

func newPool(where string, count int) pool {
	pool := make(pool, count)
	for ; count > 0; count-- {
		pool <- connect(where)
	}
	return pool
}

func (pool pool) with(body func(*connection) error) error {
	connection := <-pool
	defer func() { pool <- connection }()
	return body(connection)
}

// What ends a request.
type refusal int

func (refusal refusal) Error() string { return strconv.Itoa(int(refusal)) }

func refuse(writer http.ResponseWriter, err error) {
	if refusal, isRefusal := err.(refusal); isRefusal {
		http.Error(writer, "", int(refusal))
		return
	}
	log.Print(err)
	http.Error(writer, "", 500)
}

func now() int64               { return time.Now().UnixMilli() }
func text(number int64) string { return strconv.FormatInt(number, 10) }
func number(text string) int64 { value, _ := strconv.ParseInt(text, 10, 64); return value }

type caller struct{ user, account, device string }

func callerOf(request *http.Request, reads pool) (found caller, err error) {
	token := strings.TrimPrefix(request.Header.Get("Authorization"), "Bearer ")
	digest := sha256.Sum256([]byte(token))
	err = reads.with(func(connection *connection) error {
		rows, err := connection.run(q("caller", base64.RawURLEncoding.EncodeToString(digest[:])))
		if err != nil {
			return err
		}
		row := rows[0]
		if row == nil || number(row[3]) < now() || row[4] != "" || row[5] != "" {
			return refusal(401)
		}
		found = caller{row[0], row[1], row[2]}
		return nil
	})
	return
}

type server struct {
	reads, writes pool
	provider      string
	client        http.Client
}

func (server *server) entitlement(writer http.ResponseWriter, request *http.Request) {
	caller, err := callerOf(request, server.reads)
	if err != nil {
		refuse(writer, err)
		return
	}
	var plan string
	var sums []string
	err = server.reads.with(func(connection *connection) error {
		rows, err := connection.run(q("account", caller.account))
		if err != nil {
			return err
		}
		plan = rows[0][0]
		rows, err = connection.run(q("sums", caller.account, rows[0][1]))
		if err == nil {
			sums = rows[0]
		}
		return err
	})
	if err != nil {
		refuse(writer, err)
		return
	}
	granted, month := number(sums[0]), number(sums[1])
	writer.Header().Set("Content-Type", "application/json")
	json.NewEncoder(writer).Encode(map[string]any{"entitlement": map[string]any{
		"plan": plan, "status": "active", "monthly_usage_limit": granted, "monthly_usage_remaining": month,
		"monthly_usage_count": granted - month, "packs_remaining": number(sums[2]), "held": number(sums[3])}})
}

func (server *server) start(writer http.ResponseWriter, request *http.Request) {
	offer, _ := io.ReadAll(io.LimitReader(request.Body, 256<<10))
	caller, err := callerOf(request, server.reads)
	if err != nil {
		refuse(writer, err)
		return
	}
	began, key := now(), request.Header.Get("Idempotency-Key")
	random := make([]byte, 8)
	rand.Read(random)
	session := fmt.Sprintf("ses_0%012x%s", began, hex.EncodeToString(random))
	var lease, held int64
	err = server.writes.with(func(connection *connection) error {
		rows, err := connection.run(q("begin"), q("lock", caller.account), q("before", caller.device, key, text(began-3_600_000)))
		if err != nil {
			return err
		}
		period, before := rows[1][1], rows[2]
		rows, err = connection.run(q("sums", caller.account, period))
		if err != nil {
			return err
		}
		held = number(rows[0][1]) + number(rows[0][2]) - number(rows[0][3])
		if held > 10 {
			held = 10
		}
		if before[0] != "" || before[1] != "" || number(before[2]) >= 6 || held < 1 {
			connection.run(q("rollback"))
			return refusal(409)
		}
		lease = began + held*60_000 + 30_000
		_, err = connection.run(q("insert", session, caller.account, caller.user, caller.device, key, period, text(began),
			text(lease), text(held)), q("commit"))
		return err
	})
	if err != nil {
		refuse(writer, err)
		return
	}
	answer, err := server.client.Post(server.provider, "application/sdp", bytes.NewReader(offer))
	if err != nil {
		refuse(writer, err)
		return
	}
	sdp, _ := io.ReadAll(answer.Body)
	answer.Body.Close()
	place := answer.Header.Get("Location")
	call := place[strings.LastIndex(place, "/")+1:]
	err = server.writes.with(func(connection *connection) error {
		_, err := connection.run(q("begin"), q("lock", caller.account), q("connect", session, text(now()), call), q("commit"))
		return err
	})
	if err != nil {
		refuse(writer, err)
		return
	}
	header := writer.Header()
	header.Set("Content-Type", "application/sdp")
	header.Set("Anicca-Session", session)
	header.Set("Anicca-Lease-Until", text(lease/1000))
	header.Set("Anicca-Remaining", text(held*60))
	writer.WriteHeader(201)
	writer.Write(sdp)
}

func main() {
	port := flag.Int("port", 0, "on loopback")
	flag.Parse()
	runtime.GOMAXPROCS(1)
	where := os.Getenv("DATABASE")
	server := &server{reads: newPool(where, 8), writes: newPool(where, 8),
		provider: "http://127.0.0.1:" + os.Getenv("PROVIDER_PORT") + "/v1/realtime/calls",
		client:   http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}}}
	http.HandleFunc("/health/ready", func(writer http.ResponseWriter, _ *http.Request) { writer.Write([]byte("{}")) })
	http.HandleFunc("/mobile/entitlement", server.entitlement)
	http.HandleFunc("/mobile/realtime/session", server.start)
	log.Fatal(http.ListenAndServe(fmt.Sprintf("127.0.0.1:%d", *port), nil))
}
