/// The script of a report: it moves through the thresholds and writes what they give.
enum ReportScript {
  /// What the page's security policy lets through: SHA-256 of `text` in base 64. When `text` changes, a test says
  /// what it becomes.
  static let digest = "sha256-hK/mO+KetULqWorLjpVUS1D6c6sCiG+9knwFezbK6nk="

  // The comments around it make the page well-formed XML.
  static let text = #"""

    //<![CDATA[
    (function () {
      'use strict';

      const element = (id) => document.getElementById(id);
      const store = element('score-counts');
      if (!store) { return; }
      const data = JSON.parse(store.textContent);
      const slider = element('threshold-slider');
      const field = element('threshold-number');
      const announcement = element('announcement');

      // For each threshold from data.first on, how many scores are at least as high. Negative: so many zeros.
      function countsAtOrAbove(runs) {
        const counts = [];
        for (const run of runs) {
          if (run < 0) {
            for (let zeros = run; zeros < 0; zeros += 1) { counts.push(0); }
          } else {
            counts.push(run);
          }
        }
        for (let place = counts.length - 2; place >= 0; place -= 1) { counts[place] += counts[place + 1]; }
        return counts;
      }

      function accepted(counts, step) {
        const place = Math.max(0, step - data.first);
        return place < counts.length ? counts[place] : 0;
      }

      const genuine = countsAtOrAbove(data.genuine);
      const impostor = countsAtOrAbove(data.impostor);

      // Numbers as text, by the rules of the tables on this page.

      const grouped = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
      const scoreText = (score) => score.toFixed(4).replace('-', '\u2212');

      function shareText(share) {
        if (share <= 0) { return '0\u00a0%'; }
        if (share >= 1) { return '100\u00a0%'; }
        if (share < 1e-5) {
          const [mantissa, exponent] = share.toExponential(2).split('e-');
          const digits = Array.from(exponent, (digit) => '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079'[digit]);
          return Number(mantissa) + '\u00a0\u00d7\u00a010\u207b' + digits.join('');
        }
        const smaller = 100 * Math.min(share, 1 - share);
        const decimals = Math.min(9, Math.max(0, 2 - Math.floor(Math.log10(smaller))));
        return (100 * share).toFixed(decimals) + '\u00a0%';
      }

      // The interval of Clopper and Pearson: quantiles of beta distributions.

      function logGamma(x) {
        // Stirling's series where it is exact to the last bits, reached through x·(x + 1)·…
        let product = 1;
        while (x < 15) { product *= x; x += 1; }
        const inverse = 1 / (x * x);
        const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse * (1 / 1680 - inverse / 1188)))) / x;
        return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product);
      }

      // The continued fraction of the incomplete beta function, evaluated by the method of Lentz.
      function betaFraction(x, a, b) {
        const tiny = 1e-300;
        const guarded = (value) => (Math.abs(value) < tiny ? tiny : value);
        let c = 1;
        let d = 1 / guarded(1 - (a + b) * x / (a + 1));
        let result = d;
        for (let m = 1; m < 200000; m += 1) {
          const even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
          d = 1 / guarded(1 + even * d);
          c = guarded(1 + even / c);
          result *= c * d;
          const odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
          d = 1 / guarded(1 + odd * d);
          c = guarded(1 + odd / c);
          result *= c * d;
          if (Math.abs(c * d - 1) < 1e-14) { break; }
        }
        return result;
      }

      function betaQuantile(probability, a, b) {
        const logBeta = logGamma(a) + logGamma(b) - logGamma(a + b);
        let low = 0;
        let high = 1;
        let x = a / (a + b);
        for (let round = 0; round < 200; round += 1) {
          const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta);
          const share = x < (a + 1) / (a + b + 2)
            ? front * betaFraction(x, a, b) / a : 1 - front * betaFraction(1 - x, b, a) / b;
          if (share < probability) { low = x; } else { high = x; }
          // Newton's step, or half of what is left where it would leave the bounds.
          let next = x - (share - probability) * x * (1 - x) / front;
          if (!(next > low && next < high)) { next = (low + high) / 2; }
          const isDone = Math.abs(next - x) <= 1e-11 * x;
          x = next;
          if (isDone) { break; }
        }
        return x;
      }

      function interval(part, whole) {
        const low = part === 0 ? 0 : betaQuantile(0.025, part, whole - part + 1);
        const high = part === whole ? 1 : betaQuantile(0.975, part + 1, whole - part);
        return [low, high];
      }

      // What follows the threshold.

      function showRate(id, part, whole) {
        const share = whole > 0 ? part / whole : NaN;
        element(id + '-rate').textContent = whole > 0 ? shareText(share) : '\u2013';
        element(id + '-count').textContent = grouped(part) + ' of ' + grouped(whole);
        element(id + '-interval').textContent =
          whole > 0 ? interval(part, whole).map(shareText).join(' to ') : '\u2013';
        return share;
      }

      function moveLines(threshold) {
        const part = (threshold - slider.min) / (slider.max - slider.min || 1);
        for (const mark of document.querySelectorAll('.threshold-mark')) {
          const [start, end] = [Number(mark.dataset.start), Number(mark.dataset.end)];
          const place = start + part * (end - start);
          mark.setAttribute('transform', 'translate(' + place.toFixed(1) + ' 0)');
          const label = mark.querySelector('text');
          label.setAttribute('x', (Math.max(start + 46, Math.min(end - 46, place)) - place).toFixed(1));
          label.textContent = 'threshold ' + scoreText(threshold);
        }
      }

      function moveDot(rates) {
        for (const mark of document.querySelectorAll('.tradeoff-mark')) {
          const places = [mark.dataset.x, mark.dataset.y].map((axis, index) => {
            const [start, end, exponent] = axis.split(' ').map(Number);
            const part = rates[index] > 0 ? Math.max(0, 1 - Math.log10(rates[index]) / exponent) : 0;
            return (start + part * (end - start)).toFixed(1);
          });
          mark.setAttribute('transform', 'translate(' + places.join(' ') + ')');
        }
      }

      let announcing = 0;

      function announce(text) {
        clearTimeout(announcing);
        announcing = setTimeout(() => { announcement.textContent = text; }, 600);
      }

      // Goes to a multiple of the step. Whoever moves the slider hears its value, so only others are told.
      function go(step, source) {
        const first = Math.round(slider.min * data.perUnit);
        const last = Math.round(slider.max * data.perUnit);
        step = Math.max(first, Math.min(last, step));
        const threshold = step / data.perUnit;
        const rates = [
          showRate('false-match', accepted(impostor, step), impostor[0]),
          showRate('false-non-match', genuine[0] - accepted(genuine, step), genuine[0]),
        ];
        const spoken = scoreText(threshold) + ', ' + data.names.map(
          (name, index) => name + ' ' + element(['false-match-rate', 'false-non-match-rate'][index]).textContent
        ).join(', ');
        element('threshold-value').textContent = scoreText(threshold);
        if (source !== slider) { slider.value = threshold; }
        if (source !== field) { field.value = threshold; }
        slider.setAttribute('aria-valuetext', spoken);
        moveLines(threshold);
        moveDot(rates);
        if (source !== slider && source !== null) { announce('Threshold ' + spoken); }
      }

      const step = (text) => Math.round(Number(text) * data.perUnit);

      slider.addEventListener('input', () => go(step(slider.value), slider));
      field.addEventListener('input', () => { if (field.value !== '') { go(step(field.value), field); } });
      field.addEventListener('change', () => go(step(field.value === '' ? slider.value : field.value), undefined));
      for (const button of document.querySelectorAll('button[data-threshold]')) {
        button.addEventListener('click', () => go(step(button.dataset.threshold), button));
      }
      element('controls').hidden = false;
      go(step(slider.value), null);
    }());
    //]]>

    """#
}
