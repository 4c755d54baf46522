/** The routes that tell what became of a purchase or a transfer: read again and again by one window. Sorted. */
export const FUNDING_STATUSES = [
  'funding/bridge/status',
  'funding/coinbase_on_ramp/status',
  'plugins/moonpay_on_ramp/status',
]

/** How often the routes of funding may be called, as `http/route.test.ts` writes it: by a network, and by a user; in the order in which they are mounted. */
export const FUNDING_LIMITS = {
  'bridge-network ×10, bridge-user 100': ['funding/bridge/quote'],
  'funding-network ×4, funding-user 60': ['plugins/moonpay_on_ramp/sign', 'funding/coinbase_on_ramp/init'],
  'funding-status-network ×60, funding-status-user 900': FUNDING_STATUSES.toReversed(),
  'transfer-network ×4, transfer-user 120': ['funding/transfers/claim', 'funding/transfers/sent'],
}
