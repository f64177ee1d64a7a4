// Which addresses are public, at both edges of each block.
import { expect, test } from 'vitest';
import { kindOfAddress } from './addresses.ts';

test.each([
  ['127.0.0.1', 'loopback'], ['127.255.255.254', 'loopback'], ['0.0.0.0', 'loopback'], ['0.1.2.3', 'loopback'],
  ['10.0.0.0', 'private'], ['10.255.255.255', 'private'], ['172.16.0.0', 'private'], ['172.31.255.255', 'private'], ['192.168.0.1', 'private'],
  ['100.64.0.1', 'private'], ['100.127.255.255', 'private'], ['169.254.1.1', 'link_local'], ['169.254.169.254', 'metadata'], ['168.63.129.16', 'metadata'],
  ['100.100.100.200', 'metadata'], ['224.0.0.1', 'special'], ['255.255.255.255', 'special'], ['198.19.255.255', 'special'], ['203.0.113.9', 'special'],
  ['::', 'loopback'], ['::1', 'loopback'], ['fc00::1', 'private'], ['fdff::1', 'private'], ['fe80::1', 'link_local'], ['fe80::1%eth0', 'link_local'], ['febf::1', 'link_local'],
  ['fec0::1', 'private'], ['ff02::1', 'special'], ['fd00:ec2::254', 'metadata'], ['::ffff:127.0.0.1', 'loopback'], ['::ffff:a9fe:a9fe', 'metadata'], ['::127.0.0.1', 'special'],
  ['64:ff9b::10.0.0.1', 'private'], ['64:ff9b:1::10.0.0.1', 'special'], ['2002:7f00:1::', 'special'], ['2002:808:808::', 'special'], ['2001:0:7f00:1::', 'special'], ['2001:db8::1', 'special'],
  ['2606:4700::5efe:10.0.0.1', 'private'], ['2606:4700::200:5efe:a9fe:a9fe', 'metadata'], ['4000::1', 'special'], ['100::1', 'special'],
])('%s is %s', (address, kind) => {
  expect(kindOfAddress(address)).toBe(kind);
});

test.each(['8.8.8.8', '9.255.255.255', '11.0.0.0', '172.15.255.255', '172.32.0.0', '100.63.255.255', '100.128.0.0', '169.253.255.255', '192.167.255.255', '223.255.255.255',
  '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '2606:4700:4700::1111', '2400:3200::1', '2001:4860:4860::8888'])('%s is public', (address) => {
  expect(kindOfAddress(address)).toBe('public');
});

test.each(['', 'localhost', '2130706433', '0x7f.1', '127.1', '1.2.3.4.5', '[::1]'])('"%s" is no address in its usual notation', (text) => {
  expect(kindOfAddress(text)).toBeUndefined();
});
