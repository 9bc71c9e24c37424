/* The system's libnice and GLib. Variadic functions, macros and callback casts are not importable: the few used are here. */
#pragma once
#include <glib-unix.h>
#include <nice/agent.h>
#include <sys/socket.h>

static inline void cnice_set_boolean(NiceAgent *agent, const char *property, gboolean value) {
    g_object_set(agent, property, value, NULL);
}

static inline void cnice_set_uint(NiceAgent *agent, const char *property, guint value) {
    g_object_set(agent, property, value, NULL);
}

static inline void cnice_on_gathering_done(
    NiceAgent *agent, void (*handler)(NiceAgent *, guint, gpointer), gpointer user) {
    g_signal_connect(agent, "candidate-gathering-done", G_CALLBACK(handler), user);
}

static inline void cnice_on_state(
    NiceAgent *agent, void (*handler)(NiceAgent *, guint, guint, guint, gpointer), gpointer user) {
    g_signal_connect(agent, "component-state-changed", G_CALLBACK(handler), user);
}

/* Shuts down the sockets that listen: libnice cannot use ICE-TCP without listening for the peer's connections, and we
   only ever connect. */
static inline void cnice_stop_listening(NiceAgent *agent, guint stream) {
    GPtrArray *sockets = nice_agent_get_sockets(agent, stream, 1);
    if (!sockets) return;
    for (guint index = 0; index < sockets->len; index++) {
        int descriptor = g_socket_get_fd(g_ptr_array_index(sockets, index));
        int listens = 0;
        socklen_t size = sizeof listens;
        if (getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0 && listens)
            shutdown(descriptor, SHUT_RDWR);
    }
    g_ptr_array_unref(sockets);
}

static inline void cnice_disconnect(NiceAgent *agent, gpointer user) {
    g_signal_handlers_disconnect_by_data(agent, user);
}

static inline void cnice_free_candidates(GSList *candidates) {
    g_slist_free_full(candidates, (GDestroyNotify)nice_candidate_free);
}

/* A source that runs its callback at the latest when `latest` has come, and from `earliest` on whenever something else
   has woken the context; microseconds of GLib's monotonic clock, negative: never. Unlike GLib's ready time, it can be
   set from the context's own thread without a system call. */
typedef struct {
    GSource source;
    gint64 earliest, latest;
} cnice_pump;

static inline gboolean cnice_pump_has_come(GSource *source, const gint64 *time) {
    gint64 at = __atomic_load_n(time, __ATOMIC_ACQUIRE);
    return at >= 0 && at <= g_source_get_time(source);
}

static gboolean cnice_pump_prepare(GSource *source, gint *timeout) {
    const cnice_pump *pump = (const cnice_pump *)source;
    gint64 latest = __atomic_load_n(&pump->latest, __ATOMIC_ACQUIRE);
    gint64 left = latest < 0 ? -1 : MAX(0, latest - g_source_get_time(source));
    /* Rounded up to whole milliseconds, which poll takes: then no turn comes too early and finds nothing to do. */
    *timeout = left < 0 ? -1 : (gint)MIN((left + 999) / 1000, G_MAXINT);
    return left == 0;
}

static gboolean cnice_pump_check(GSource *source) {
    return cnice_pump_has_come(source, &((const cnice_pump *)source)->earliest);
}

static gboolean cnice_pump_dispatch(GSource *source, GSourceFunc callback, gpointer user) {
    (void)source;
    return callback ? callback(user) : G_SOURCE_CONTINUE;
}

static inline GSource *cnice_pump_new(void) {
    static GSourceFuncs functions = {cnice_pump_prepare, cnice_pump_check, cnice_pump_dispatch, NULL, NULL, NULL};
    GSource *source = g_source_new(&functions, sizeof(cnice_pump));
    ((cnice_pump *)source)->earliest = ((cnice_pump *)source)->latest = -1;
    return source;
}

/* Sets both times. Any thread; one that is not the context's own has to wake the context afterwards. */
static inline void cnice_pump_set(GSource *source, gint64 earliest, gint64 latest) {
    __atomic_store_n(&((cnice_pump *)source)->earliest, earliest, __ATOMIC_RELEASE);
    __atomic_store_n(&((cnice_pump *)source)->latest, latest, __ATOMIC_RELEASE);
}

/* Makes a source for a descriptor, which may recurse: GLib takes the descriptors of any other source out of the poll
   while the source is dispatched and puts them back afterwards, which costs three system calls and a useless turn of the
   loop. No source of ours does recurse, because no callback runs the context. */
static inline GSource *cnice_descriptor_source(
    gint descriptor, gboolean reading, gboolean writing, gboolean (*ready)(gint, GIOCondition, gpointer),
    gpointer user, GDestroyNotify release) {
    GIOCondition condition = (reading ? G_IO_IN : 0) | (writing ? G_IO_OUT : 0);
    GSource *source = g_unix_fd_source_new(descriptor, condition);
    g_source_set_can_recurse(source, TRUE);
    g_source_set_callback(source, (GSourceFunc)(void (*)(void))ready, user, release);
    return source;
}

/* The newest number that the context has given to a source; later sources get larger ones. */
static inline guint cnice_source_mark(GMainContext *context) {
    GSource *probe = cnice_pump_new();
    guint mark = g_source_attach(probe, context);
    g_source_destroy(probe);
    g_source_unref(probe);
    return mark;
}

/* Lets the sources recurse that libnice has attached since the mark, for the same reason: its sockets receive a packet
   every 20 ms. */
static inline void cnice_keep_polled(GMainContext *context, guint mark) {
    for (guint number = mark + 1, end = cnice_source_mark(context); number < end; number++) {
        GSource *source = g_main_context_find_source_by_id(context, number);
        if (source) g_source_set_can_recurse(source, TRUE);
    }
}
