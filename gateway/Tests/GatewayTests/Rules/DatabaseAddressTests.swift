import GatewayRules
import Testing

@Suite("How far a connection string of PostgreSQL reaches", .requirement("GATEWAY-9", "GATEWAY-3"))
struct DatabaseAddressTests {
    @Test(
        "Sockets and loopback are this machine",
        arguments: [
            "postgresql:///anicca", "postgres://", "postgresql:///anicca?host=/var/run/postgresql",
            "postgresql://%2Fvar%2Frun%2Fpostgresql/anicca", "postgresql://u:p@localhost:5432/anicca",
            "postgresql://u@127.0.0.1,[::1]:5433/anicca", "dbname=anicca", "host=/tmp dbname=x", "host = localhost",
            "host='127.0.0.1' password='a b\\'c'", "hostaddr=::1 host=localhost", "host=@abstract", "host=''",
            "postgresql://u:p%40x@localhost/anicca?application_name=a%20b",
        ])
    func local(text: String) {
        #expect(DatabaseAddress(text).isLocal)
    }

    @Test(
        "All else is another machine, and what cannot be read may be one",
        arguments: [
            "postgresql://db.example/anicca", "postgresql://u:p@h/d", "postgresql://localhost,db.example/anicca",
            "postgresql:///anicca?host=db.example", "postgresql://localhost/anicca?hostaddr=192.0.2.7",
            "host=db.example", "host=localhost,192.0.2.7", "dbname='x' host='db.example'", "hostaddr=192.0.2.7",
            "host=localhost host=db.example", "service=main", "host='localhost", "host", "=x", "postgresql://[::1/x",
            "postgresql://localhost?x@db.example/anicca", "postgresql:///d?host=%zz", "postgresql://localhost/d?host",
            "host=loc\\", "host=127.0.0.1.example", "postgresql://u@127.0.0.1@db.example/d",
        ])
    func remote(text: String) {
        #expect(!DatabaseAddress(text).isLocal)
    }

    @Test("A certificate is checked with verify-ca and verify-full alone, and the last word counts")
    func verified() {
        let modes = [
            "disable": false, "allow": false, "prefer": false, "require": false, "verify-ca": true,
            "verify-full": true, "": false, "VERIFY-FULL": false,
        ]
        for (mode, isVerified) in modes {
            #expect(DatabaseAddress("postgresql://h/d?sslmode=\(mode)").isVerified == isVerified, "\(mode)")
            #expect(DatabaseAddress("host=h sslmode='\(mode)'").isVerified == isVerified, "\(mode)")
        }
        #expect(!DatabaseAddress("host=h").isVerified)
        #expect(!DatabaseAddress("host=h sslmode=verify-full sslmode=require").isVerified)
        #expect(!DatabaseAddress("host=h password='sslmode=verify-full'").isVerified)
        #expect(!DatabaseAddress("postgresql://h/d?application_name=sslmode%3Dverify-full").isVerified)
    }

    @Test("What libpq takes from the environment counts where the text says nothing")
    func environment() {
        #expect(!DatabaseAddress("dbname=d", environment: ["PGHOST": "db.example"]).isLocal)
        #expect(!DatabaseAddress("dbname=d", environment: ["PGHOSTADDR": "192.0.2.7"]).isLocal)
        #expect(!DatabaseAddress("dbname=d", environment: ["PGSERVICE": "main"]).isLocal)
        #expect(DatabaseAddress("host=/tmp", environment: ["PGHOST": "db.example"]).isLocal)
        #expect(DatabaseAddress("postgresql://localhost/d", environment: ["PGHOST": "db.example"]).isLocal)
        #expect(DatabaseAddress("host=h", environment: ["PGSSLMODE": "verify-full"]).isVerified)
        #expect(!DatabaseAddress("host=h sslmode=require", environment: ["PGSSLMODE": "verify-full"]).isVerified)
    }

    @Test(
        "A text of which libpq would name a part of the password cannot be read",
        arguments: [
            "postgresql://u:geheim@ss/word@h/d", "postgresql://u:geheim@ss@h/d", "postgresql://u:ge/heim@h/d",
            "host=h password=geheim wort", "host=h password='geheim", "postgresql://h/d?password=%zz", "geheim",
        ])
    func unreadable(text: String) {
        #expect(!DatabaseAddress(text).isReadable && DatabaseAddress(text).hasPassword)
        #expect(DatabaseAddress("postgresql://u:geheim%40ss%2Fword@h/d?application_name=a@b").isReadable)
    }

    @Test("Whatever is written, nothing traps")
    func random() {
        var generator = SeededGenerator(12)
        let pieces = [
            "postgresql://", "host", "=", "'", "\\", " ", "%", "%4", "@", "/", "?", "&", "[", "]", ":", ",",
            "localhost",
            "sslmode=verify-full", "db", "\u{301}", "日",
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...12, using: &generator)
            let text = (0..<count).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
            _ = DatabaseAddress(text)
        }
    }
}
