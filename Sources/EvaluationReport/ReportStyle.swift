/// The style sheet of a report.
enum ReportStyle {
  /// What the page's security policy lets through: SHA-256 of `text` in base 64. When `text` changes, a test says
  /// what it becomes.
  static let digest = "sha256-Js/vR0XRIpm/azsOjnzXr+ElXc352uHKzJhned7oFec="

  static let text = #"""

    :root {
      color-scheme: light dark;
      --paper: #ffffff; --ink: #1b1f24; --quiet: #565d67; --rule: #d3d8de; --grid: #e6e9ed; --field: #f5f6f8;
      --edge: #7b838e; --genuine: #0a5aa8; --impostor: #a33c04; --band: #565d67; --wrong: #9b1c1c;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #15181c; --ink: #e4e7eb; --quiet: #a6aeb8; --rule: #3a4149; --grid: #272c32; --field: #1d2126;
        --edge: #828b96; --genuine: #7dbbff; --impostor: #f5a35c; --band: #a6aeb8; --wrong: #ff9b93;
      }
    }
    @media (forced-colors: active) {
      :root { --paper: Canvas; --ink: CanvasText; --quiet: CanvasText; --rule: CanvasText; --edge: CanvasText; }
    }
    @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }

    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
    body {
      margin: 0 auto; padding: 2.5rem 2rem 4rem; max-width: 78rem; background: var(--paper); color: var(--ink);
      font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif;
      font-variant-numeric: tabular-nums; overflow-wrap: break-word;
    }
    h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.25; font-weight: 600; }
    h2 { margin: 0 0 1.25rem; font-size: 1.3rem; line-height: 1.3; font-weight: 600; }
    h3 { margin: 0 0 0.75rem; font-size: 1rem; font-weight: 600; }
    p { margin: 0 0 1rem; max-width: 46rem; }
    section { margin-top: 2.75rem; padding-top: 1.75rem; border-top: 1px solid var(--rule); }
    a { color: inherit; text-decoration-color: var(--edge); text-underline-offset: 0.2em; }
    :focus-visible { outline: 3px solid var(--genuine); outline-offset: 2px; }
    code, .path { font-family: ui-monospace, "DejaVu Sans Mono", "Liberation Mono", Menlo, Consolas, monospace; }
    code { font-size: 0.875em; }
    code, .path { overflow-wrap: anywhere; }
    .remark { color: var(--quiet); font-size: 0.875rem; }
    .unseen {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
    }
    .skip { position: absolute; left: 1rem; top: 0.5rem; padding: 0.25rem 0.75rem; background: var(--paper); }
    .skip:not(:focus) { clip-path: inset(50%); }
    nav ul { display: flex; flex-wrap: wrap; gap: 0.35rem 1.5rem; margin: 0; padding: 0; list-style: none; }
    nav { font-size: 0.9375rem; }

    .figures {
      display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: 1.75rem 2.5rem;
      margin: 0;
    }
    .figures dt { color: var(--quiet); font-size: 0.9375rem; }
    .figures dd { margin: 0; }
    .figures .value { font-size: 1.75rem; line-height: 1.3; }
    .figures .interval, .figures .note { color: var(--quiet); font-size: 0.875rem; }

    .table { max-width: 100%; margin: 0 0 1rem; overflow-x: auto; }
    .table.long, details .table { max-height: 30rem; overflow: auto; }
    table { border-collapse: collapse; font-size: 0.9375rem; }
    caption { padding: 0 0 0.5rem; color: var(--quiet); font-size: 0.875rem; text-align: left; }
    th, td { padding: 0.4rem 1.5rem 0.4rem 0; text-align: left; vertical-align: baseline; font-weight: normal; }
    th:last-child, td:last-child { padding-right: 0.25rem; }
    thead th { border-bottom: 1px solid var(--edge); font-weight: 600; vertical-align: bottom; }
    tbody tr:not(:last-child) { border-bottom: 1px solid var(--grid); }
    tbody tr:last-child { border-bottom: 1px solid var(--edge); }
    thead tr { border-top: 1px solid var(--edge); }
    .number { text-align: right; white-space: nowrap; }
    thead th { white-space: nowrap; }
    .points td:last-child:not(.number) { min-width: 14rem; }
    td .path, th .path { display: inline-block; min-width: 15rem; font-size: 0.875rem; }
    abbr { text-decoration: none; }
    details { margin: 0.5rem 0 1rem; }
    summary { width: fit-content; cursor: pointer; font-size: 0.9375rem; }
    details[open] summary { margin-bottom: 0.75rem; }

    .explorer { display: grid; gap: 2.5rem 3rem; grid-template-columns: minmax(0, 1fr); }
    figure { margin: 0; }
    .histogram { max-width: 45rem; }
    .tradeoff figure { max-width: 28rem; }
    .chart { display: block; width: 100%; height: auto; overflow: visible; }
    .chart text { fill: var(--ink); font-size: 13px; }
    .chart .axis text { fill: var(--quiet); font-size: 12.5px; }
    .chart .axis line { stroke: var(--edge); }
    .chart .grid line { stroke: var(--grid); }
    .curve { fill: none; stroke-width: 2; stroke-linejoin: round; }
    .curve.genuine { stroke: var(--genuine); }
    .curve.impostor { stroke: var(--impostor); stroke-dasharray: 6 3; }
    .curve.tradeoff { stroke: var(--genuine); }
    .area.genuine { fill: var(--genuine); fill-opacity: 0.14; }
    .hatch { fill: var(--impostor); fill-opacity: 0.4; }
    .band { fill: var(--band); fill-opacity: 0.2; stroke: var(--band); stroke-opacity: 0.6; stroke-width: 0.75; }
    .equal { fill: none; stroke: var(--edge); stroke-dasharray: 1 4; }
    .threshold-mark line { stroke: var(--ink); stroke-width: 1.5; }
    .tradeoff-mark circle { fill: none; stroke: var(--ink); stroke-width: 2; }
    .operating-point path { fill: var(--impostor); stroke: var(--paper); }
    .operating-point.unsupported path { fill: var(--paper); stroke: var(--impostor); stroke-width: 1.5; }
    .operating-point text {
      font-weight: 600; paint-order: stroke; stroke: var(--paper); stroke-width: 4; stroke-linejoin: round;
    }
    .chart.narrow, .chart.logarithmic { display: none; }
    .histogram:has(#heights-logarithmic:checked) .wide.logarithmic { display: block; }
    .histogram:has(#heights-logarithmic:checked) .even { display: none; }

    figcaption { margin: 0 0 0.5rem; }
    .histogram figcaption {
      display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.25rem 2rem; font-size: 0.9375rem;
    }
    .legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin: 0; padding: 0; list-style: none; }
    .sample { width: 32px; height: 10px; vertical-align: middle; }
    .switch { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0; padding: 0; border: 0; min-width: 0; }
    .switch legend { float: left; padding: 0; margin-right: 1rem; color: var(--quiet); }
    .switch label, input, button { cursor: pointer; }
    input { accent-color: var(--genuine); }

    /* The slider begins and ends where the chart's axis does, less half a thumb. */
    .slider { margin: 0 calc(1.944% - 10px) 1rem calc(8.333% - 10px); }
    .slider input {
      display: block; width: 100%; height: 28px; margin: 0; background: transparent; appearance: none;
      -webkit-appearance: none;
    }
    .slider input::-webkit-slider-runnable-track { height: 4px; border-radius: 2px; background: var(--edge); }
    .slider input::-moz-range-track { height: 4px; border-radius: 2px; background: var(--edge); }
    .slider input::-webkit-slider-thumb {
      width: 20px; height: 20px; margin-top: -8px; border: 3px solid var(--paper); border-radius: 50%;
      background: var(--ink); -webkit-appearance: none;
    }
    .slider input::-moz-range-thumb {
      width: 14px; height: 14px; border: 3px solid var(--paper); border-radius: 50%; background: var(--ink);
    }
    .steps { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.5rem 2rem; margin-bottom: 1.25rem; }
    .steps p { margin: 0; }
    .goto { display: flex; flex-wrap: wrap; gap: 0.5rem; }
    input[type="number"], button {
      padding: 0.25rem 0.6rem; border: 1px solid var(--edge); border-radius: 4px; background: var(--field);
      color: var(--ink); font: inherit; font-size: 0.9375rem;
    }
    input[type="number"] { width: 11rem; margin-left: 0.5rem; }
    button:hover { border-color: var(--ink); }
    .readout .rate { font-size: 1.25rem; font-weight: 600; }
    .readout caption { color: var(--ink); font-size: 1rem; }
    /* Wide enough for every number, so that nothing moves sideways below the slider. */
    .readout tbody tr { height: 4.25rem; }
    .readout td:nth-child(2) { min-width: 8rem; }
    .readout td:nth-child(3) { min-width: 13rem; }

    .pairs {
      display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: 2rem 2.5rem;
      margin: 0 0 1rem; padding: 0; list-style: none;
    }
    .pairs p { margin: 0; }
    .pairs .path { color: var(--quiet); font-size: 0.8125rem; line-height: 1.4; }
    .pictures { display: flex; gap: 0.5rem; margin-bottom: 0.5rem; }
    .pictures img, .missing { width: 7rem; height: 7rem; object-fit: contain; background: var(--field); }
    .missing { display: grid; place-items: center; color: var(--quiet); font-size: 0.8125rem; }
    .score { font-weight: 600; margin-right: 0.5rem; }
    .outcome { font-size: 0.875rem; white-space: nowrap; }
    .outcome.wrong { color: var(--wrong); font-weight: 600; }
    .outcome.right { color: var(--quiet); }

    .facts { margin: 0; }
    .facts div { display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: 0 2rem; padding: 0.4rem 0; }
    .facts div:not(:last-child) { border-bottom: 1px solid var(--grid); }
    .facts dt { color: var(--quiet); }
    .facts dd { margin: 0; }

    @media (min-width: 72rem) {
      .explorer { grid-template-columns: minmax(0, 45rem) minmax(0, 1fr); }
    }
    @media (max-width: 44rem) {
      body { padding: 1.5rem 1rem 3rem; }
      .histogram { max-width: 30rem; }
      .chart.wide { display: none; }
      .chart.narrow.even { display: block; }
      .histogram:has(#heights-logarithmic:checked) .chart.wide { display: none; }
      .histogram:has(#heights-logarithmic:checked) .narrow.even { display: none; }
      .histogram:has(#heights-logarithmic:checked) .narrow.logarithmic { display: block; }
      .slider { margin: 0 calc(3.684% - 10px) 1rem calc(15.789% - 10px); }
      .facts div { grid-template-columns: minmax(0, 1fr); }
      .goto .long { display: none; }
      .readout th, .readout td { padding-right: 0.5rem; font-size: 0.875rem; }
      .readout td:nth-child(2), .readout td:nth-child(3) { min-width: 0; }
      .readout td:nth-child(3) { white-space: normal; }
      .readout tbody tr { height: 7rem; }
      .readout .rate { font-size: 1rem; }
    }
    @media print {
      :root {
        color-scheme: light;
        --paper: #ffffff; --ink: #000000; --quiet: #444444; --rule: #bbbbbb; --grid: #dddddd; --field: #ffffff;
        --edge: #777777; --genuine: #0a5aa8; --impostor: #a33c04; --band: #565d67; --wrong: #9b1c1c;
      }
      html { font-size: 9.5pt; }
      body { padding: 0; max-width: none; }
      table { font-size: 0.875rem; }
      th, td { padding-right: 0.75rem; }
      nav, .controls, .switch, .skip { display: none; }
      .table, .table.long, details .table { max-height: none; overflow: visible; }
      figure, tr, .pairs li, .figures div { break-inside: avoid; }
      h2, h3 { break-after: avoid; }
    }

    """#
}
