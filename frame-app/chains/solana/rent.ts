/** Lamports that an account without data has to keep to exist (SIMD-0084: 128 bytes for two years). */
export const RENT_EXEMPT = 890_880n
