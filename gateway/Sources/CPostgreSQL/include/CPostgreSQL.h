// libpq, loaded when PostgreSQL is asked for: a household on SQLite need not install it, and the process does not map it.
// Each function has the name and the meaning of libpq's own (PostgreSQL manual, "libpq — C Library") behind a `late_`.
// None may be called before `late_libpq_load` has returned NULL.
#ifndef CPOSTGRESQL_H
#define CPOSTGRESQL_H

#include <postgresql/libpq-fe.h>

/// Loads libpq, once; every later call returns the first one's result. Safe on any thread.
/// Returns NULL, or a sentence that says what is missing, which is valid for ever.
const char *late_libpq_load(void);

/// The one list of the functions that are used: result, name, parameters, arguments.
#define LIBPQ_FUNCTIONS(F) \
    F(PGconn *, PQconnectdbParams, (const char *const *keywords, const char *const *values, int expand), \
      (keywords, values, expand)) \
    F(void, PQfinish, (PGconn *connection), (connection)) \
    F(ConnStatusType, PQstatus, (const PGconn *connection), (connection)) \
    F(char *, PQerrorMessage, (const PGconn *connection), (connection)) \
    F(int, PQsocket, (const PGconn *connection), (connection)) \
    F(int, PQserverVersion, (const PGconn *connection), (connection)) \
    F(int, PQsetnonblocking, (PGconn *connection, int on), (connection, on)) \
    F(int, PQenterPipelineMode, (PGconn *connection), (connection)) \
    F(int, PQpipelineSync, (PGconn *connection), (connection)) \
    F(int, PQsendPrepare, (PGconn *connection, const char *name, const char *text, int count, const Oid *types), \
      (connection, name, text, count, types)) \
    F(int, PQsendQueryPrepared, (PGconn *connection, const char *name, int count, const char *const *values, \
      const int *lengths, const int *formats, int resultFormat), \
      (connection, name, count, values, lengths, formats, resultFormat)) \
    F(int, PQsendQuery, (PGconn *connection, const char *text), (connection, text)) \
    F(int, PQflush, (PGconn *connection), (connection)) \
    F(int, PQconsumeInput, (PGconn *connection), (connection)) \
    F(int, PQisBusy, (PGconn *connection), (connection)) \
    F(PGresult *, PQgetResult, (PGconn *connection), (connection)) \
    F(ExecStatusType, PQresultStatus, (const PGresult *result), (result)) \
    F(char *, PQresultErrorMessage, (const PGresult *result), (result)) \
    F(char *, PQresultErrorField, (const PGresult *result, int field), (result, field)) \
    F(int, PQntuples, (const PGresult *result), (result)) \
    F(int, PQnfields, (const PGresult *result), (result)) \
    F(Oid, PQftype, (const PGresult *result, int column), (result, column)) \
    F(int, PQgetisnull, (const PGresult *result, int row, int column), (result, row, column)) \
    F(int, PQgetlength, (const PGresult *result, int row, int column), (result, row, column)) \
    F(char *, PQgetvalue, (const PGresult *result, int row, int column), (result, row, column)) \
    F(void, PQclear, (PGresult *result), (result))

#define LIBPQ_DECLARATION(result, name, parameters, arguments) result late_##name parameters;
LIBPQ_FUNCTIONS(LIBPQ_DECLARATION)
#undef LIBPQ_DECLARATION

/// PG_DIAG_SQLSTATE and PG_DIAG_CONSTRAINT_NAME, which are characters in libpq's header.
enum { late_diagnostic_state = PG_DIAG_SQLSTATE, late_diagnostic_constraint = PG_DIAG_CONSTRAINT_NAME };

#endif
