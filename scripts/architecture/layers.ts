/** Which folders of a room stand on which, lowest first: see `layerViolations`. */
export const LAYERS = {
  'auth-server': [
    // Knows nobody.
    'current-request.ts',
    'log',
    'log.ts',
    'build-info.ts',
    'outside-text.ts',
    'token-algorithms.ts',
    // What is counted and traced, by whoever does it.
    'observability',
    'budgets.ts',
    'settings-readers.ts',
    'settings-nodes.ts',
    'settings.ts',
    'environment-secret.mjs',
    'secret-file.ts',
    // A KMS that opens what the master key lies wrapped in.
    'kms',
    'master-key.ts',
    // What the server's processes have in common.
    'processes',
    'context.ts',
    'words',
    // Names places by the operator's GeoIP database.
    'places',
    'html',
    'errors',
    'oauth-providers',
    'messages',
    'database',
    // The one way by which addresses are asked that a config names.
    'outside',
    // What a server says of itself to the commands of its machine.
    'running-servers.ts',
    // Processes of their own, and what starts and asks them.
    'mailer',
    'signer',
    // What the signer's keys come from, as the database has it.
    'keys',
    // What the routes' guards ask.
    'apps',
    'provider-secrets',
    'entry',
    // Who may use the operator's console, and for which apps.
    'operators',
    'http',
    // What is written down of users, with what is done.
    'audit',
    // One concern each.
    'mail',
    'sms',
    'users',
    'sessions',
    // What wallet calls share, and second factors as the signer is told of them.
    'wallet/call',
    'mfa/claim',
    'captcha',
    'account-changes',
    'identity',
    'otp',
    'transactions',
    'activity',
    'webhooks',
    // Work that waits for another machine, in queues.
    'jobs',
    // What backends and operators ask and change of users.
    'users-api',
    'analytics',
    'health',
    // Money that is brought to wallets by other companies: what its calls share, and a folder for each company.
    'funding/call',
    'funding/*',
    'funding',
    'app-config',
    'approval-flow',
    // What a browser loads of one build, by its hashes.
    'frame-build',
    'frame',
    // Whether a server serves a release.
    'verify',
    'describe-build.ts',
    'dev',
    // What methods share that go by another company's page.
    'oauth-flow',
    // What methods share in which a wallet of the person's own signs.
    'wallet-sign-in',
    'login/*',
    'login',
    'step-up',
    'mfa',
    'wallet/*',
    // Whom an app's backend named before they logged in.
    'expected-users',
    'delegation',
    'wallet',
    'embedded-wallets',
    // What opens the recovery of wallets and lies elsewhere.
    'recovery',
    // What a person takes along, and that their account ends.
    'own-data',
    // What a leak of a master key touches, and what is done about it.
    'leaks',
    // All of a database in a file, and back.
    'backup',
    // The operator's ways in, and the processes.
    'commands',
    // What the operator's console asks, and its port.
    'console',
    'console-server',
    'cli.ts',
    'server.ts',
    'listen.ts',
    'api.ts',
    'frame-server.ts',
    'supervise.ts',
    'api-process.ts',
    'frame-process.ts',
    'supervisor.ts',
    'signer-state.ts',
    'trusted-processes.ts',
    'signer-main.ts',
    'main.ts',
  ],
  'frame-app': [
    // Knows nobody.
    'core',
    'words',
    // One concern each.
    'http',
    'vault',
    'session',
    'config',
    'window',
    // What every screen is made of, and what some are.
    'ui',
    // Pictures of addresses, coins and networks.
    'marks',
    'captcha',
    'otp',
    'step-up',
    'passcode',
    // The second factor that an operation of a wallet takes.
    'mfa',
    // Whom a person sent to.
    'recipients',
    // Nodes, then keys, then what a person approves.
    'chains/sent-about.ts',
    'chains/outcome-unknown.ts',
    'chains/ethereum',
    'chains/solana',
    // The person's own wallet apps: in the page, and on their phone.
    'external-wallets',
    'wallet',
    // The document that has keys in the clear, and the frame's side of it.
    'secrets',
    'approval',
    // What a wallet holds, and what became of what it sent.
    'portfolio',
    // What a person sends from the wallet's home.
    'send',
    // What a person lets the app's own keys do with a wallet.
    'delegation',
    // What login methods share, the methods, and their list.
    'login-method',
    // What those share that go by another company's page.
    'oauth-flow',
    // What opens a person's wallets on a new device, and the screens that set and ask for it.
    'recovery',
    // Keys that are brought in and taken out.
    'wallet-keys',
    // The list of the person's own wallets, and logging in by one.
    'wallet-login',
    'login/*',
    'login',
    'linked-accounts',
    // Second factors that a person adds and takes away.
    'mfa-enrollment',
    // What brings money to a wallet.
    'funding',
    // What kinds of requests share, the kinds, and their list.
    'requests/input',
    'requests/kind',
    'requests/*',
    'requests',
    'provider',
    // Puts all of it together.
    'kernel',
    // Brings the screens to it.
    'boot',
  ],
  'console-app': [
    // How its documents are written; no page loads it.
    'build',
    // Calls, addresses, and what screens are made of.
    'http',
    'router',
    'session',
    'ui',
    // The dialog as it will be: a document of its own. The editor knows its messages alone.
    'preview',
    // One concern each. What was done to a user stands on the user's page.
    'apps',
    'health',
    'audit',
    'webhooks',
    'config',
    'users',
    // Puts all of it together.
    'shell',
    'app.tsx',
    'main.tsx',
  ],
} as const satisfies Record<string, readonly string[]>
