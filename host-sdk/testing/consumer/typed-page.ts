/** Names the types by its `tsconfig.json` alone. */
export const login = () => window.vitrine?.login()
