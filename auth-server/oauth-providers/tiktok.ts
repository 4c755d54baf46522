import { outsideText } from '../outside-text.ts'
import { member, type OauthProvider, plain, subjectOf } from './provider.ts'

export const tiktok: OauthProvider = {
  console: 'https://developers.tiktok.com/apps',
  endpoints: plain(
    {
      authorization_endpoint: 'https://www.tiktok.com/v2/auth/authorize/',
      token_endpoint: 'https://open.tiktokapis.com/v2/oauth/token/',
      userinfo_endpoint: 'https://open.tiktokapis.com/v2/user/info/?fields=open_id,display_name,username',
    },
    'user.info.basic',
    'user.info.profile',
  ),
  clientIdName: 'client_key',
  scopeSeparator: ',',
  lacksPkce: true,
  read({ userinfo }) {
    const user = member(member(userinfo, 'data'), 'user')
    return {
      subject: subjectOf(user.open_id),
      username: outsideText(user.username),
      name: outsideText(user.display_name),
    }
  },
}
