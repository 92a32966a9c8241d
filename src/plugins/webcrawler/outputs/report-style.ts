/** How the report of a crawl looks: on a screen, light or dark, on a phone and on paper. */
export const REPORT_STYLE = `:root { color-scheme: light dark; --text: #1c1e21; --weak: #5c636b; --line: #d9dde2; --back: #fff; --card: #f4f6f8;
  --link: #0b57c2; --error: #b3261e; --warning: #8a5300; --notice: #3f5873; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e8eb; --weak: #a3abb5; --line: #3a4048; --back: #16191d; --card: #21262c;
  --link: #8ab8ff; --error: #ff8a80; --warning: #ffc266; --notice: #a9c3de; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem 1rem 3rem; color: var(--text); background: var(--back);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2.25rem 0 .5rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
h2 small, h3 small { color: var(--weak); font-weight: normal; }
header p, footer p { color: var(--weak); margin: .25rem 0; }
footer { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: .75rem; }
a { color: var(--link); text-decoration: none; }
a:hover, a:focus { text-decoration: underline; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .75rem; list-style: none; margin: 1rem 0; padding: 0; }
.cards li { background: var(--card); border-left: 4px solid var(--line); border-radius: 4px; padding: .6rem .8rem; color: var(--weak); }
.cards b { display: block; font-size: 1.5rem; line-height: 1.3; color: var(--text); }
.cards .error { border-color: var(--error); } .cards .warning { border-color: var(--warning); } .cards .notice { border-color: var(--notice); }
.mark { font-size: .8rem; font-weight: 600; } .mark.error { color: var(--error); } .mark.warning { color: var(--warning); }
.mark.notice { color: var(--notice); }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 0 2rem; }
table { width: 100%; border-collapse: collapse; margin: .5rem 0 1rem; font-size: .9rem; }
th { text-align: left; color: var(--weak); font-weight: 600; white-space: nowrap; }
th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
@media (max-width: 40rem) { table:not(.plain), table:not(.plain) :is(tbody, tr) { display: block; } table:not(.plain) thead { display: none; }
  table:not(.plain) tr { border-bottom: 1px solid var(--line); padding: .4rem 0; }
  table:not(.plain) td { display: block; border: 0; padding: .1rem 0; } }
@media print { body { max-width: none; padding: 0; font-size: 10pt; } a { color: inherit; } tr, .cards li { break-inside: avoid; }
  h2, h3 { break-after: avoid; } }
`;
