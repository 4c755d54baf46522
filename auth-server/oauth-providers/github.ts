import { outsideText } from '../outside-text.ts'
import { email, type OauthProvider, plain, record, subjectOf } from './provider.ts'

export const github: OauthProvider = {
  console: 'https://github.com/settings/developers',
  endpoints: {
    ...plain(
      {
        authorization_endpoint: 'https://github.com/login/oauth/authorize',
        token_endpoint: 'https://github.com/login/oauth/access_token',
        userinfo_endpoint: 'https://api.github.com/user',
      },
      'read:user',
      'user:email',
    ),
    emails_endpoint: 'https://api.github.com/user/emails',
  },
  read({ userinfo, emails }) {
    // The address of the profile is what the person wrote there; of the list the primary one is proven.
    const listed = (Array.isArray(emails) ? emails : []).map(record)
    const primary = listed.find(it => it.primary === true)
    return {
      subject: subjectOf(userinfo.id),
      username: outsideText(userinfo.login),
      name: outsideText(userinfo.name),
      email: email(primary?.email ?? userinfo.email),
      isEmailVerified: primary?.verified === true,
    }
  },
}
