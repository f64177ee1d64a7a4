// Why mail is not sent, in both languages; models read these as answers of tools. Where nothing was sent, the sentence says so.
import type { Bilingual } from '../json.ts';

export const REFUSED_MAIL = {
  strangeSender: (from: string, team: string): Bilingual => ({
    en: `${from} is no member of "${team}" and cannot send mail in it.`,
    zh: `${from} 不是“${team}”的成员，不能在其中发消息。`,
  }),
  empty: {
    en: 'The message says nothing. Write its content.',
    zh: '消息没有内容。请写明要说什么。',
  },
  tooLong: (characters: number, limit: number): Bilingual => ({
    en: `The message has ${characters} characters and may have ${limit}. Nothing was sent. Write a file under .team/ and send its path with a summary.`,
    zh: `消息有 ${characters} 个字符，上限为 ${limit}，没有发出。请把内容写入 .team/ 下的文件，再发送路径和摘要。`,
  }),
  nobodyNamed: {
    en: 'The list of receivers is empty. Name a member, several, "*" or "user".',
    zh: '收件人列表为空。请写一名或多名成员、"*" 或 "user"。',
  },
  starAlone: {
    en: '"*" stands alone: send to it, or name the members.',
    zh: '"*" 只能单独使用：要么发给 "*"，要么写明成员。',
  },
  nobodyElse: {
    en: 'Nobody else is on the team. Write to "user", or add members first.',
    zh: '团队中没有其他成员。请发给 "user"，或先增加成员。',
  },
  unknown: (name: string, members: readonly string[]): Bilingual => ({
    en: `Nobody is called "${name}". Nothing was sent. Write the id of one of: ${members.join(', ')}.`,
    zh: `没有名为“${name}”的成员，消息没有发出。请写以下成员之一的编号：${members.join('、')}。`,
  }),
  ambiguous: (name: string, members: readonly string[]): Bilingual => ({
    en: `Several members are called "${name}". Nothing was sent. Write the id of one of: ${members.join(', ')}.`,
    zh: `有多名成员叫“${name}”，消息没有发出。请写以下成员之一的编号：${members.join('、')}。`,
  }),
  toItself: {
    en: 'This is your own address. Write to somebody else.',
    zh: '这是你自己的地址。请发给别人。',
  },
  gone: (member: string, others: readonly string[]): Bilingual => ({
    en: `${member} has left the team; nothing was sent to it. Write to one of: ${others.join(', ')}.`,
    zh: `${member} 已离开团队，消息没有发出。请改为联系：${others.join('、')}。`,
  }),
};
