import type { PriceFeed } from '../../../chains/ethereum/ports.ts'

const HOUR = 3_600

/**
 * Chainlink's "<native currency> / USD", each with its heartbeat and some delay. Price of the chain's native currency, by chain id. Main networks alone: what is worth nothing has no price. Addresses as
 * in Chainlink's public list of data feeds.
 */
export const NATIVE_PRICE_FEEDS: Readonly<Record<number, PriceFeed>> = {
  1: { address: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419', maxAge: 2 * HOUR },
  10: { address: '0x13e3Ee699D1909E989722E753853AE30b17e08c5', maxAge: 2 * HOUR },
  56: { address: '0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE', maxAge: HOUR },
  137: { address: '0xAB594600376Ec9fD91F8e885dADF0CE036862dE0', maxAge: HOUR },
  8453: { address: '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70', maxAge: 2 * HOUR },
  42161: { address: '0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612', maxAge: 25 * HOUR },
  43114: { address: '0x0A77230d17318075983913bC2145DB16C7366156', maxAge: 25 * HOUR },
  59144: { address: '0x3c6Cd9Cc7c7a4c2Cf5a82734CD249D7D593354dA', maxAge: 25 * HOUR },
}
