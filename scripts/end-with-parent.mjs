/**
 * Preloaded by long-running programs that we start: who started them holds the other end of their IPC channel, and a process that
 * is killed lets go of it. They then stop as they do when told to.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// Whether the program goes on is its own matter.
process.channel?.unref()
