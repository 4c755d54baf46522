/** Programs whose instructions are read, by what their addresses say on every cluster. */
export const SYSTEM = '11111111111111111111111111111111'
export const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const ASSOCIATED_TOKEN = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
export const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
export const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
export const MEMO_1 = 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo'
export const STAKE = 'Stake11111111111111111111111111111111111111'
export const VOTE = 'Vote111111111111111111111111111111111111111'
export const UPGRADEABLE_LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111'
/** Metaplex's, which keeps names of tokens. */
export const METADATA = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
/** Pyth's, which owns the accounts of prices. */
export const PRICE_RECEIVER = 'rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ'
export const ADDRESS_LOOKUP_TABLE = 'AddressLookupTab1e1111111111111111111111111'

/** Sol as a token: one lamport is one of its smallest units. */
export const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'
