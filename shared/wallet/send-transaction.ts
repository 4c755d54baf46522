import * as z from 'zod/mini'

/** Longest text of a scanner's answer that goes on to the frame. */
const text = z.string().check(z.maxLength(1024))
const named = z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[\w:]+$/))

/**
 * POST /scan/transaction (contract §2.10): what a transaction or signature would do, asked before a person decides.
 * `request` is the JSON-RPC request of the site; `chain_id` is CAIP-2 or a number of EIP-155, as the scanner takes it.
 */
export const scanRequest = z.strictObject({
  chain_id: named,
  /** Host name of the site that asks. */
  metadata: z.strictObject({
    domain: z.string().check(z.minLength(1), z.maxLength(253), z.regex(/^[\w.:[\]-]+$/)),
  }),
  request: z.strictObject({ method: named, params: z.array(z.unknown()).check(z.maxLength(16)) }),
})
export type ScanRequest = z.infer<typeof scanRequest>

const amount = z.object({
  /** In the asset's own unit. */
  value: z.optional(z.union([text, z.number()])),
  usd_price: z.optional(z.union([text, z.number()])),
})
const amounts = z.array(amount).check(z.maxLength(100))
const asset = z.object({
  type: z.optional(text),
  address: z.optional(text),
  name: z.optional(text),
  symbol: z.optional(text),
  decimals: z.optional(z.number()),
})
const failed = z.object({ status: z.literal('Error'), error: text })

const simulation = z.union([
  z.object({
    status: z.literal('Success'),
    assets_diffs: z.array(z.object({ asset, in: amounts, out: amounts })).check(z.maxLength(100)),
    exposures: z
      .array(z.object({ asset, spenders: z.record(z.string().check(z.maxLength(64)), amount) }))
      .check(z.maxLength(100)),
    params: z.optional(
      z.object({
        from: z.optional(text),
        to: z.optional(text),
        value: z.optional(text),
        data: z.optional(z.string().check(z.maxLength(65_536))),
        gas: z.optional(text),
        gas_price: z.optional(text),
        block_tag: z.optional(text),
        chain: z.optional(text),
        calldata: z.optional(
          z.object({
            function_selector: text,
            function_signature: z.optional(text),
            function_declaration: z.optional(text),
          }),
        ),
      }),
    ),
  }),
  failed,
])
const validation = z.union([
  /** The scanner's verdict in its own words, e.g. `Benign`, `Warning`, `Malicious`. */
  z.object({ status: z.literal('Success'), result_type: text }),
  failed,
])

/** Contract §7.4. What a scanner says beyond it is dropped. */
export const scanResponse = z.object({ simulation, validation })
export type ScanResponse = z.infer<typeof scanResponse>

/** Longest wait for a scanner, in milliseconds: a person is looking at the screen. */
export const SCAN_TIMEOUT_MS = 10_000
