/* The system's usrsctp, with helpers for structures that end in arrays or overlap, which Swift imports badly. */
#pragma once
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <usrsctp.h>

/* Binds to the AF_CONN address of an endpoint: `identity` is what usrsctp passes to the output callback. */
static inline int cusrsctp_bind(struct socket *socket, void *identity, uint16_t port) {
    struct sockaddr_conn address;
    memset(&address, 0, sizeof address);
    address.sconn_family = AF_CONN;
    address.sconn_port = htons(port);
    address.sconn_addr = identity;
    return usrsctp_bind(socket, (struct sockaddr *)&address, sizeof address);
}

static inline int cusrsctp_connect(struct socket *socket, void *identity, uint16_t port) {
    struct sockaddr_conn address;
    memset(&address, 0, sizeof address);
    address.sconn_family = AF_CONN;
    address.sconn_port = htons(port);
    address.sconn_addr = identity;
    return usrsctp_connect(socket, (struct sockaddr *)&address, sizeof address);
}

static inline int cusrsctp_subscribe(struct socket *socket, uint16_t type) {
    struct sctp_event event;
    memset(&event, 0, sizeof event);
    event.se_assoc_id = SCTP_ALL_ASSOC;
    event.se_type = type;
    event.se_on = 1;
    return usrsctp_setsockopt(socket, IPPROTO_SCTP, SCTP_EVENT, &event, sizeof event);
}

/* Fixes the path's MTU, which is the packet's size without its IP header, and sets the heartbeat's interval. */
static inline int cusrsctp_set_path(struct socket *socket, uint32_t mtu, uint32_t heartbeat_milliseconds) {
    struct sctp_paddrparams path;
    memset(&path, 0, sizeof path);
    path.spp_assoc_id = SCTP_FUTURE_ASSOC;
    path.spp_pathmtu = mtu;
    path.spp_hbinterval = heartbeat_milliseconds;
    path.spp_flags = SPP_PMTUD_DISABLE | SPP_HB_ENABLE;
    return usrsctp_setsockopt(socket, IPPROTO_SCTP, SCTP_PEER_ADDR_PARAMS, &path, sizeof path);
}

static inline int cusrsctp_set_init(struct socket *socket, uint16_t streams, uint16_t attempts) {
    struct sctp_initmsg init;
    memset(&init, 0, sizeof init);
    init.sinit_num_ostreams = streams;
    init.sinit_max_instreams = streams;
    init.sinit_max_attempts = attempts;
    return usrsctp_setsockopt(socket, IPPROTO_SCTP, SCTP_INITMSG, &init, sizeof init);
}

static inline int cusrsctp_set_rto(struct socket *socket, uint32_t initial, uint32_t least, uint32_t most) {
    struct sctp_rtoinfo rto;
    memset(&rto, 0, sizeof rto);
    rto.srto_assoc_id = SCTP_FUTURE_ASSOC;
    rto.srto_initial = initial;
    rto.srto_min = least;
    rto.srto_max = most;
    return usrsctp_setsockopt(socket, IPPROTO_SCTP, SCTP_RTOINFO, &rto, sizeof rto);
}

static inline int cusrsctp_allow_stream_reset(struct socket *socket) {
    struct sctp_assoc_value value;
    memset(&value, 0, sizeof value);
    value.assoc_id = SCTP_ALL_ASSOC;
    value.assoc_value = SCTP_ENABLE_RESET_STREAM_REQ;
    return usrsctp_setsockopt(socket, IPPROTO_SCTP, SCTP_ENABLE_STREAM_RESET, &value, sizeof value);
}

static inline int cusrsctp_reset_stream(struct socket *socket, uint16_t stream) {
    union {
        struct sctp_reset_streams request;
        uint8_t bytes[sizeof(struct sctp_reset_streams) + sizeof(uint16_t)];
    } reset;
    memset(&reset, 0, sizeof reset);
    reset.request.srs_flags = SCTP_STREAM_RESET_OUTGOING;
    reset.request.srs_number_streams = 1;
    memcpy(reset.bytes + sizeof(struct sctp_reset_streams), &stream, sizeof stream);
    return usrsctp_setsockopt(socket, IPPROTO_SCTP, SCTP_RESET_STREAMS, &reset, sizeof reset);
}

static inline int cusrsctp_set_int(struct socket *socket, int level, int option, int value) {
    return usrsctp_setsockopt(socket, level, option, &value, sizeof value);
}

/* Makes close discard what is left and send an ABORT, so that nothing lives on without an owner. */
static inline int cusrsctp_set_abort_on_close(struct socket *socket) {
    struct linger linger = {1, 0};
    return usrsctp_setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
}

static inline long cusrsctp_send(
    struct socket *socket, const void *bytes, size_t count, uint16_t stream, uint32_t protocol) {
    struct sctp_sndinfo information;
    memset(&information, 0, sizeof information);
    information.snd_sid = stream;
    information.snd_ppid = htonl(protocol);
    return (long)usrsctp_sendv(
        socket, bytes, count, NULL, 0, &information, sizeof information, SCTP_SENDV_SNDINFO, 0);
}
