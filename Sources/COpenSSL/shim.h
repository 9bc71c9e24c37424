/* The system's OpenSSL. Much of its interface is macros, which are not importable: the few used are here. */
#pragma once
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

static inline EVP_PKEY *copenssl_p256_key(void) { return EVP_EC_gen("P-256"); }

/* Allows DTLS 1.2 only, without tickets, resumption, renegotiation, or the kernel's guess of the path's MTU. */
static inline int copenssl_restrict(SSL_CTX *context) {
    SSL_CTX_set_options(
        context, SSL_OP_NO_QUERY_MTU | SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_read_ahead(context, 1);
    return SSL_CTX_set_min_proto_version(context, DTLS1_2_VERSION) == 1
        && SSL_CTX_set_max_proto_version(context, DTLS1_2_VERSION) == 1
        && SSL_CTX_set1_groups_list(context, "X25519:P-256:P-384") == 1;
}

static inline long copenssl_set_mtu(SSL *ssl, long bytes) { return SSL_set_mtu(ssl, bytes); }

/* Milliseconds until the handshake's timer is due, rounded up; -1 if none is running. */
static inline long copenssl_timeout_milliseconds(SSL *ssl) {
    struct timeval left;
    if (DTLSv1_get_timeout(ssl, &left) != 1) return -1;
    return (long)left.tv_sec * 1000 + (left.tv_usec + 999) / 1000;
}

static inline long copenssl_handle_timeout(SSL *ssl) { return DTLSv1_handle_timeout(ssl); }

static inline unsigned long copenssl_reason(unsigned long error) { return (unsigned long)ERR_GET_REASON(error); }
