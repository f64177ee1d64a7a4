// What is said when the way out is closed: one row a rule, in words that let the model write a request that may go.
// No row repeats the path or the query of a URL, because keys stand in them.
import type { Bilingual } from '../../core/json.ts';
import type { GuardRefusal } from '../../ports/tool.ts';

export const URL_RULES = {
  'url.too_long': () => ({ en: 'The URL is longer than 8,000 characters. Shorten it, or send the content with http.post.', zh: 'URL 超过 8,000 个字符。请缩短，或改用 http.post 发送内容。' }),
  'url.hidden_characters': () => ({ en: 'The URL holds spaces, line breaks or invisible characters. Write them percent-encoded, such as %20.', zh: 'URL 中有空格、换行或不可见字符。请写成百分号编码，例如 %20。' }),
  'url.backslash': () => ({ en: 'The URL holds a backslash. Write / instead.', zh: 'URL 中有反斜杠。请改用 /。' }),
  'url.not_absolute': () => ({ en: 'The URL is not whole. Write it with http:// or https:// and a host.', zh: 'URL 不完整。请写出 http:// 或 https:// 以及主机名。' }),
  'url.not_http': (scheme) => ({ en: `${scheme} URLs are not fetched; only http and https are. For files of the workspace use file.read.`, zh: `不能访问 ${scheme} 地址，只支持 http 和 https。工作目录里的文件请用 file.read。` }),
  'url.credentials': () => ({ en: 'The URL holds @ before its path, which is a name and a password. Take that part out; where a login is needed, send a header.', zh: 'URL 的主机部分含有 @（用户名或密码）。请去掉；需要登录时请用请求头。' }),
  'url.unreadable': () => ({ en: 'The URL cannot be read: its host or port is not valid. Correct it.', zh: 'URL 无法解析：主机或端口无效。请改正。' }),
  'url.trailing_dot': (host) => ({ en: `The host ${host} ends with a dot. Write it without.`, zh: `主机 ${host} 以点结尾。请去掉末尾的点。` }),
  'url.odd_address': (host) => ({ en: `The host is the address ${host} in an unusual notation. Write an address as four decimal numbers, or better the name of the host.`, zh: `主机是地址 ${host} 的非常规写法。请写成四段十进制数，最好直接写主机名。` }),
  'url.local_name': (host) => ({ en: `${host} is a name of the local network, which tools may not reach. Use a host of the public internet; a person can add ${host} to private_hosts.`, zh: `${host} 是本地网络的名称，工具不能访问。请使用公网主机；确有需要时可由人把 ${host} 加入 private_hosts。` }),
  'url.private_address': (host) => ({ en: `${host} leads to an address that is not in the public internet, which tools may not reach. Use a public host; a person can add ${host} to private_hosts.`, zh: `${host} 指向非公网地址，工具不能访问。请使用公网主机；确有需要时可由人把 ${host} 加入 private_hosts。` }),
  'url.metadata': (host) => ({ en: `${host} leads to the address where a cloud hands out its keys. No tool may reach it, and no setting opens it. Do the task without it.`, zh: `${host} 指向云平台发放密钥的元数据地址。任何工具都不能访问，也没有设置可以放开。请换一种做法完成任务。` }),
  'url.port': (port) => ({ en: `Port ${port} is closed to tools. Use the usual port of http or https; a person can open another with an entry such as example.com:${port} in allowed_hosts.`, zh: `工具不能访问端口 ${port}。请使用 http 或 https 的常用端口；确有需要时可由人在 allowed_hosts 中写 example.com:${port} 来放开。` }),
  'url.not_allowed': (host) => ({ en: `${host} is not among the hosts that this team may reach. Use one that is, or hand the question on; a person can add it to allowed_hosts.`, zh: `${host} 不在本团队可访问的主机之列。请使用允许的主机，或把问题交给他人；可由人把它加入 allowed_hosts。` }),
  'url.downgrade': (host) => ({ en: `The answer leads from https to plain http at ${host}. Such a redirect is not followed. Ask for an https address.`, zh: `响应要从 https 重定向到 ${host} 的明文 http。不会跟随这种重定向。请使用 https 地址。` }),
  'url.too_many_redirects': () => ({ en: 'The answer led on more than 5 times. Ask for the final address instead.', zh: '重定向超过 5 次。请直接请求最终地址。' }),
  'url.body_elsewhere': (host) => ({ en: `The answer asks to send the body on to another host (${host}), which is not done by itself. When ${host} is meant, post to it.`, zh: `响应要求把请求内容转发到另一主机（${host}），不会自动转发。如果目标确实是 ${host}，请直接向它 post。` }),
  'http.header': (name) => ({ en: `The header ${name} cannot be set by a tool, or is not well formed. Leave it out.`, zh: `工具不能设置请求头 ${name}，或其格式不正确。请去掉。` }),
  'http.two_bodies': () => ({ en: 'Both body and json are given. Give one of them.', zh: '同时给了 body 和 json。请只给一个。' }),
  'http.body_too_large': () => ({ en: 'The body is larger than 1 MB. Send less.', zh: '请求内容超过 1 MB。请减少内容。' }),
} as const satisfies Record<`${string}.${string}`, (about: string) => Bilingual>;

export type UrlRule = keyof typeof URL_RULES;

/** `about`: the host, port or name that the rule speaks of. */
export const refused = (rule: UrlRule, about = ''): GuardRefusal => ({ ok: false, rule, because: URL_RULES[rule](about) });
