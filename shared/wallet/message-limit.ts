/** Longest message that is shown and signed, in bytes: a screen cannot present more. */
export const MAX_MESSAGE_BYTES = 65_536
