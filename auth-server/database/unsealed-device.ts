/**
 * Stands in `devices.seal` for a device whose session a host key resumed: the signer has not seen it prove a login, so it has no seal
 * and takes nothing from it. No seal of the signer's has this form. A release step-up brings the first one.
 */
export const NO_SEAL = 'none'
