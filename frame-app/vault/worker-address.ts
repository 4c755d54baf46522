/**
 * The rule of the Trusted Types policy `vitrine-worker`: one address may become a worker. Injected markup or data cannot
 * start another script through the policy.
 */
export const onlyThe =
  (address: string) =>
  (input: string): string => {
    if (input !== address) throw new TypeError('Only the vault may run as a worker.')
    return input
  }
